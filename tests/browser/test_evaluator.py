"""The evaluator in the browser and the one in Python score every pile alike.

Both write each score as a line of text; the browser sends a digest of 500 lines, and the lines themselves
only where the digests differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest
from extent import EVERY_LOOK, daily
from koikoi.mixtures import RULE_SETS, circumstances, random_piles

from scorekeeper.koikoi.cards import CARDS, CHAFF, cards
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.plan import Plan
from scorekeeper.koikoi.scoring.score import PLAIN, Circumstances, Score
from scorekeeper.web.rounds.live_line import plan_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

BATCH = 500

IN_BROWSER = """async (address) => {
  const names = ["cards", "plan", "evaluate", "next_cards"];
  const modules = names.map((name) => import(`${address}/js/scorer/${name}.js`));
  const scoring = Object.assign({}, ...(await Promise.all(modules)));
  const text = ({ lines, base, factors, multiplier, added, points, caps }, cards) => [
    lines.map(({ yaku, points, cards: [low, high], counted }) =>
      [yaku, points, low + high * 2 ** 24, counted].join(":")).join(),
    base, factors.map(({ id, times, plus, n }) => [id, times, plus, n].join(":")).join(),
    multiplier, added, points, caps.join(), cards,
  ].join("|");
  const digest = async (lines) => {
    const bytes = new TextEncoder().encode(lines.join("\\n"));
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  window.scoring = scoring;
  window.lines = (plan, piles, at) => piles.map(([low, high, chaff]) => {
    const pile = { cards: [low, high], chaff };
    return text(scoring.score(plan, pile, at), scoring.cardPoints(plan, pile));
  });
  window.digests = async (json, batches) => {
    await new Promise((start) => setTimeout(start)); // answer the caller before the work begins
    const plan = scoring.readPlan(json);
    return Promise.all(batches.map(([first, at]) =>
      digest(window.lines(plan, window.piles.slice(first, first + window.batch), at))));
  };
}"""


@pytest.fixture(scope="module")
def piles() -> list[Pile]:
    return random_piles(20_000 if EVERY_LOOK else 6_000)


@pytest.fixture(scope="module")
def page(browser: Browser, static_files: str, piles: list[Pile]) -> Iterator[Page]:
    """A page with the modules loaded and all piles there."""
    page = browser.new_page()
    page.goto(f"{static_files}/js/scorer/evaluate.js")
    page.evaluate(IN_BROWSER, static_files)
    page.evaluate(
        "([piles, batch]) => Object.assign(window, { piles, batch })",
        [[[*halves(held.cards), held.chaff] for held in piles], BATCH],
    )
    yield page
    page.close()


@pytest.mark.parametrize("name", [*daily(RULE_SETS, 8), *daily(names(COUNTED), 2)])
def test_python_and_browser_score_every_pile_alike(name: str, page: Page, piles: list[Pile]) -> None:
    mine = scorer(RULE_SETS.get(name) or rules(name))
    plan = plan_json(mine.plan)
    batches = list(zip(range(0, len(piles), BATCH), circumstances(name), strict=False))
    page.evaluate(
        "([plan, batches]) => { window.answer = window.digests(plan, batches); }",
        [plan, [(first, as_json(at)) for first, at in batches]],
    )
    expected = [
        [line(mine.score(held, at)) for held in piles[first : first + BATCH]] for first, at in batches
    ]
    digests = page.evaluate("window.answer")
    for (first, at), lines, digest in zip(batches, expected, digests, strict=True):
        if digest != sha256("\n".join(lines).encode()).hexdigest():
            some = piles[first : first + BATCH]
            theirs = lines_in_browser(page, plan, some, at)
            held, python, browser = next(
                three for three in zip(some, lines, theirs, strict=True) if three[1] != three[2]
            )
            pytest.fail(f"{name}, pile {held}, {at}:\n  Python  {python}\n  browser {browser}")
    formed = {
        yaku.partition(":")[0] for held in chain(*expected) for yaku in held.partition("|")[0].split(",")
    }
    possible = {row.id for row in mine.plan.rows if row.months != ()}
    if not name.startswith("mixture"):  # in a mixture another yaku may always prevent a yaku
        assert formed - {""} == possible, "the piles are no test of a yaku that none of them forms"


@pytest.mark.parametrize(
    "name",
    daily(
        (
            *("default", "nintendo_en", "default+own-yaku", "default+captured-weather"),
            *("default+further-cards", "default+sizes", "default+cup-is-animal-and-two-chaff"),
            *("default+best-cup-of-two", "default+own-months", "default+separate-months"),
            *("default+lightning", "default+rivals", "default+base-cap"),
        ),
        3,
    ),
)
def test_next_cards_are_all_those_that_bring_points(name: str, page: Page, piles: list[Pile]) -> None:
    mine = scorer(RULE_SETS[name])
    at = Circumstances(round=4)
    told_apart = {card.id for card in CARDS if card.bit & mine.plan.asks_chaff(4)}
    some = [held for held in piles if len(held) < 20][:200]
    for held, groups in zip(some, next_cards(page, mine.plan, some, at), strict=True):
        gains = [group["gain"] for group in groups]
        assert gains == sorted(gains, reverse=True)
        listed = {card: group["gain"] for group in groups for card in group["cards"]}
        of_kind = {kind: group["gain"] for group in reversed(groups) for kind in group["kinds"]}
        for card, then in further(held).items():
            gain = mine.score(then, at).base - mine.score(held, at).base
            told = listed.get(card, of_kind.get(card[2], 0))
            assert told == max(gain, 0) or card in told_apart, f"{held} and {card}"


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("03B", "09A +5 hanami 0→5"),
        ("01R 02R 04R 05R", "03R +8 akatan 0→7 tan 0→1; any R +1 tan 0→1"),
        ("01B 03B 08B", "09A +10 hanami 0→5 tsukimi 0→5; 12B +3 shiko 0→8; 11B +2 ameshiko 0→7"),
        ("9C", "any C 09A +1 kasu 0→1"),
        ("24C", "09A +1 kasu 15→16"),
        ("", ""),
    ],
)
def test_what_one_more_card_would_bring(held: str, expected: str, page: Page) -> None:
    (groups,) = next_cards(page, scorer(RULE_SETS["default"]).plan, [pile(held)], PLAIN)
    assert "; ".join(map(said, groups)) == expected


@pytest.mark.parametrize(
    ("name", "held", "expected"),
    [
        ("default+further-cards", "06R 09R 10R", "any R +3 aotan 5→8"),
        ("default+sizes", "02A 04A", "any A +1 tane 0→1"),
        ("default+cup-is-two-chaff", "8C", "any C +1 rubbish 2→3; 09A +1 kasu 0→1"),
        ("default+base-cap", "01B 03B 08B 02A 09A", ""),
        ("wiki_pagat", "9C", "any C +1 kasu 0→1"),
    ],
)
def test_what_one_more_card_would_bring_under_further_options(
    name: str, held: str, expected: str, page: Page
) -> None:
    (groups,) = next_cards(page, scorer(RULE_SETS[name]).plan, [pile(held)], PLAIN)
    assert "; ".join(map(said, groups)) == expected


def test_a_card_that_ruins_a_yaku_may_bring_the_one_that_it_keeps_out(page: Page) -> None:
    weather = {"rain": {"sign": "captured_lead_or_lightning"}}
    ribbons = {"akatan": {"points": 9, "excluded_by": ["tsukimi"]}}
    plan = scorer(rules("default", overrides={"weather": weather, "yaku": ribbons})).plan
    (groups,) = next_cards(page, plan, [pile("08B 09A 01R 02R 03R")], PLAIN)
    assert "; ".join(map(said, groups)) == "03B +5 hanami 0→5; 11B 11C +4 akatan 0→9"


def test_a_second_month_that_is_a_yaku_of_its_own_adds_to_the_first(page: Page) -> None:
    held = pile("01B 01R 01C1 01C2 02A 02R 02C1")
    (groups,) = next_cards(page, scorer(RULE_SETS["default+separate-months"]).plan, [held], PLAIN, gone="")
    second = next(group for group in groups if group["cards"] == ["02C2"])
    assert second["lines"][0] == {"yaku": "hiki", "before": 4, "points": 8}


def test_next_cards_leave_out_what_cannot_come(page: Page) -> None:
    (groups,) = next_cards(page, scorer(RULE_SETS["default"]).plan, [pile("01B 03B 08B")], PLAIN, gone="09A")
    assert [group["cards"] for group in groups] == [["12B"], ["11B"]]


def test_cards_have_the_same_ids_on_both_sides(page: Page) -> None:
    ids = [card.id for card in CARDS]
    both = """([json, ids]) => {
      const plan = window.scoring.readPlan(json);
      const sets = ids.map((id) => window.scoring.cards(plan, [id]));
      return [sets, window.scoring.ids(plan, window.scoring.cards(plan, ids))];
    }"""
    sets, known = page.evaluate(both, [plan_json(scorer(RULE_SETS["default"]).plan), ids])
    assert sets == [list(halves(card.bit)) for card in CARDS]
    assert known == ids


def halves(cards: int) -> tuple[int, int]:
    return cards & 0xFFFFFF, cards >> 24


def as_json(at: Circumstances) -> dict[str, Any]:
    return {
        "own": at.own,
        "others": at.others,
        "callers": at.callers,
        "round": at.round,
        "dealt": halves(at.dealt),
        "dealt_brights": at.dealt_brights,
        "field_months": at.field_months,
    }


def line(score: Score) -> str:
    """A score as one line of text, written in the same way by ``IN_BROWSER``."""
    lines = [f"{yaku.yaku}:{yaku.points}:{yaku.cards}:{yaku.counted}" for yaku in score.lines]
    factors = [f"{yaku.id}:{yaku.times}:{yaku.plus}:{yaku.n}" for yaku in score.factors]
    return (
        f"{','.join(lines)}|{score.base}|{','.join(factors)}|{score.multiplier}|{score.added}|{score.points}"
        f"|{','.join(score.caps)}|{score.cards or 0}"
    )


def next_cards(page: Page, plan: Plan, some: list[Pile], at: Circumstances, gone: str = "") -> list[Any]:
    """The groups of next cards of each pile."""
    sent = [(*halves(held.cards), held.chaff) for held in some]
    groups: list[Any] = page.evaluate(
        """([json, piles, at, gone]) => {
          const plan = window.scoring.readPlan(json);
          return piles.map(([low, high, chaff]) =>
            window.scoring.nextCards(plan, { cards: [low, high], chaff }, at, { gone, few: 99 }));
        }""",
        [plan_json(plan), sent, as_json(at), halves(cards(gone))],
    )
    return groups


def further(held: Pile) -> dict[str, Pile]:
    """The pile with each card that it can still get, by id; one more counted chaff is a ``··C``."""
    added = {card.id: (card.bit, 0) for card in CARDS if not held.cards & card.bit} | {"··C": (0, 1)}
    if held.chaff + (held.cards & CHAFF).bit_count() == CHAFF.bit_count():
        added = {name: more for name, more in added.items() if name[2] != "C"}
    return {name: Pile(held.cards | bit, held.chaff + more) for name, (bit, more) in added.items()}


def said(group: dict[str, Any]) -> str:
    which = [*(f"any {kind}" for kind in group["kinds"]), *group["cards"]]
    lines = [f"{line['yaku']} {line['before']}→{line['points']}" for line in group["lines"]]
    return " ".join([*which, f"+{group['gain']}", *lines])


def lines_in_browser(page: Page, plan: str, piles: list[Pile], at: Circumstances) -> list[str]:
    lines: list[str] = page.evaluate(
        "([plan, piles, at]) => window.lines(window.scoring.readPlan(plan), piles, at)",
        [plan, [(*halves(held.cards), held.chaff) for held in piles], as_json(at)],
    )
    return lines
