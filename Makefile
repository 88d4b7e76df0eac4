# make run     install and start the app, with OPTIONS=--https over HTTPS
# make test    install and pass the tests: what a commit needs (tests/README.md)
#   test-quick   the rules, the archive, the command and the stores, within a minute
#   test-second  what the tests leave out: looks, servers, sweeps, PostgreSQL
#   test-all     everything: every page in every language at every width, other examples every time
# make bench   the budgets, as figures, within a quarter of an hour; PARTS=board only these
# make site      the whole app as static files, in dist/site/
# make release   wheel, sdist, site, README and what changed, in dist/; SOURCE= and SITE= are the addresses that it names

PYTHON ?= python3
PORT ?= 8000
OPTIONS ?=
PARTS ?=
SOURCE ?=
SITE ?=
BIN := .venv/bin
SECOND := tests/looks tests/servers tests/sweeps
CATALOGUES := $(wildcard scorekeeper/translations/*/LC_MESSAGES/messages.po)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE := # the tests start many processes: each would compile the app again

.PHONY: run test test-quick test-second test-all sweep check bench site release clean

run: .venv/catalogues
	$(BIN)/scorekeeper serve --port $(PORT) $(OPTIONS)

test: check
	$(BIN)/pytest -n 3 --dist worksteal -m "not slow and not postgres" $(SECOND:%=--ignore=%)

test-quick: check
	$(BIN)/pytest -n 2 -m "not slow and not postgres" tests/koikoi tests/archive tests/cli tests/store

test-second: .venv/tested
	$(BIN)/pytest -n 3 --dist worksteal -m "not slow" $(SECOND)
	$(BIN)/pytest -n 2 -m "postgres and not slow" tests/store

test-all: export EVERY_LOOK := 1
test-all: check
	$(BIN)/pytest -n 3 --dist worksteal

# Random requests over every route, and the real server killed while phones save; prints its figures.
sweep: export EVERY_LOOK := 1
sweep: .venv/tested
	$(BIN)/pytest $(patsubst %,tests/sweeps/test_%.py,requests kills networks long_texts)

# Beside mypy pytest compiles the tests: once, and not in each of its processes.
check: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pytest --collect-only -qq > /dev/null & $(BIN)/mypy; failed=$$?; wait; exit $$failed

bench: .venv/tested
	$(BIN)/python -m bench $(PARTS)

site: .venv/tested
	$(BIN)/scorekeeper site dist/site

release: export SOURCE := $(SOURCE)
release: export SITE := $(SITE)
release: .venv/tested
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/scorekeeper site dist/site
	$(BIN)/python -m tools.release dist

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable ".[sheets,https]" || { $(BIN)/pip install --quiet --editable . && \
	  { $(BIN)/pip install --quiet --editable ".[sheets]" || echo "No typst or XlsxWriter for this machine: no PDF, PNG, XLSX."; } && \
	  { $(BIN)/pip install --quiet --editable ".[https]" || echo "No cryptography for this machine: no --https."; }; }
	touch $@

.venv/catalogues: .venv/installed $(CATALOGUES)
	$(BIN)/python -m tools.messages compile
	touch $@

.venv/tested: .venv/installed | .venv/catalogues
	$(BIN)/pip install --quiet "pip>=25.1"
	$(BIN)/pip install --quiet --group dev
	$(BIN)/pip install --quiet --group postgres || echo "No PostgreSQL server for this machine: its tests are skipped."
	$(BIN)/pip install --quiet --group site || echo "No Node.js for this machine: tests of the site are skipped."
	touch $@

clean:
	rm -rf .venv build dist
