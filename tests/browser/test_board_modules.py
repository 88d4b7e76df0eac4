"""What the board works out in the browser is what the server works out: open questions, payments, hints."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.koikoi.cards import CARDS, CHAFF, each, union
from scorekeeper.koikoi.match.settlement import settle
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.loading import names, rules
from scorekeeper.koikoi.scoring.questions import open_questions
from scorekeeper.koikoi.scoring.scorer import Circumstances, scorer
from scorekeeper.web.rounds.live import unsaid
from scorekeeper.web.rounds.plan_json import plan_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LOADED = """async (address) => {
  const modules = await Promise.all(["scoring", "questions", "line"].map((name) => import(`${address}/js/${name}.js`)));
  Object.assign(window, ...modules);
}"""  # noqa: E501
SAYS = {
    "pays": "{payer} pays {payee} {coins}",
    "gets": "{player} gets {coins}",
    "with": "With {card}: {yaku}",
}


@pytest.fixture(scope="module")
def page(browser: Browser, static_files: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{static_files}/js/scoring.js")
    page.evaluate(LOADED, static_files)
    yield page
    page.close()


@pytest.mark.parametrize("name", [*names(), "fog of the phoenix's month"])
def test_the_same_questions_are_open(name: str, page: Page) -> None:
    fog = {"weather": {"fog": {"sign": "captured_month"}}}  # three chaff cards of one month
    known = name in names()
    asking = scorer(rules(name) if known else rules("mongolopedia", overrides=fog))
    chance = random.Random(name)
    cases = [(random_pile(chance), random_circumstances(chance), random_answers(chance)) for _ in range(200)]
    found = page.evaluate(
        """([json, unsaid, cases]) => {
          const plan = readPlan(json);
          return cases.map(([names, chaff, at, answered]) =>
            openQuestions(plan, unsaid, { cards: cards(plan, names), chaff }, at, new Set(answered)));
        }""",
        [plan_json(asking.plan), unsaid(asking.plan, 1), [as_json(*case) for case in cases]],
    )
    expected = [sorted(open_questions(asking, *case)) for case in cases]
    assert [sorted(one) for one in found] == expected
    if unsaid(asking.plan, 1) != {"chaff": [], "whole": "", "field": (), "brights": 0}:
        assert any(expected), "no pile that asks is no test"


def random_pile(chance: random.Random) -> Pile:
    known = union(chance.sample(CARDS, chance.randint(2, 16)))
    return Pile(known, chance.randint(0, 24 - (known & CHAFF).bit_count()))


def random_circumstances(chance: random.Random) -> Circumstances:
    return Circumstances(
        own=chance.randint(0, 1),
        round=chance.randint(1, 14),
        dealt_brights=chance.choice((None, None, 0, 2)),
        field_months=chance.choice(((), (), (11,))),
    )


def random_answers(chance: random.Random) -> tuple[str, ...]:
    return chance.choice(((), (), ("cards.11",), ("field.12", "brights"), ("whole.1", "whole.2")))


def as_json(held: Pile, at: Circumstances, answered: tuple[str, ...]) -> list[Any]:
    circumstances = {
        "own": at.own,
        "others": at.others,
        "round": at.round,
        "dealt_brights": at.dealt_brights,
        "field_months": at.field_months,
    }
    return [[card.id for card in each(held.cards)], held.chaff, circumstances, answered]


def test_the_line_says_what_is_paid(page: Page) -> None:
    chance = random.Random(5)
    for _ in range(300):
        players = ["Anna", "Ben", "Cleo"][: chance.choice((2, 3))]
        seat, points, purse = chance.randrange(len(players)), chance.randint(0, 40), chance.choice((0, 30))
        balance = [chance.choice((0, 3, 30, -4)) for _ in players]
        settlement = {
            "account": chance.choice(("gains", "transfer")),
            "overdraw": chance.choice(("cap", "debt")),
            "coin": chance.choice((1, 3)),
        }
        house = rules("russian", overrides={"settlement": settlement})
        settled = settle(house, [points * (one == seat) for one in range(len(players))], balance, purse)
        words = {
            "players": players,
            "balance": balance,
            "coin": house.settlement.coin,
            "transfer": house.settlement.account == "transfer",
            "capped": house.settlement.overdraw == "cap" and purse > 0,
            "says": SAYS,
        }
        said = page.evaluate(
            "([points, seat, words]) => payment({ points }, seat, words)", [points, seat, words]
        )
        paid = [f"{players[one.payer]} pays {players[seat]} {one.coins}" for one in settled.payments]
        gained = [f"{players[seat]} gets {settled.transfer[seat]}"] if points else []
        assert said == ", ".join(paid if words["transfer"] else gained)


@pytest.mark.parametrize(
    ("name", "calls", "words"),
    [
        ("senridogs_additive", (1, 1), "1 + 1 + 1"),  # added: × 2 and × 2 are × 3
        ("russian", (1, 1), "4"),  # multiplied
        ("senridogs_additive", (1, 0), "2"),  # one alone
    ],
)
def test_doublings_that_are_added_are_shown_as_numbers_that_add_up(
    name: str, calls: tuple[int, int], words: str, page: Page
) -> None:
    asking = scorer(rules(name))
    held, at = pile("01B 03B 08B"), Circumstances(own=calls[0], others=calls[1])
    found = asking.score(held, at)
    shown = page.evaluate(
        """([json, names, at, words]) => {
          const plan = readPlan(json);
          return reckoning(score(plan, { cards: cards(plan, names), chaff: 0 }, at), words).join("");
        }""",
        [plan_json(asking.plan), *as_json(held, at, ())[0:3:2], {"yaku": {}, "sum": name != "russian"}],
    )
    times = f"({words})" if "+" in words else words
    assert shown.endswith(f" × {times} = {found.points}"), shown


def test_a_hint_is_in_the_unit_of_the_line(page: Page) -> None:
    asking = scorer(rules("russian"))
    held, at = pile("01B 03B 08B"), Circumstances(others=1)
    then = asking.score(pile("01B 03B 08B 12B"), at)
    words = {
        "wild": False,
        "kinds": {},
        "cards": {"12B": "phoenix"},
        "yaku": {"shiko": "Shikō"},
        "says": SAYS,
    }
    said = page.evaluate(
        """([json, names, at, words, gone]) => {
          const plan = readPlan(json);
          const held = { cards: cards(plan, names), chaff: 0 };
          const [next] = nextCards(plan, held, at, { gone: cards(plan, gone), few: 1 });
          return hint(plan, held, score(plan, held, at), next, words);
        }""",
        [plan_json(asking.plan), *as_json(held, at, ())[0:3:2], words, ["09A", "11B"]],
    )
    gain = then.points - asking.score(held, at).points
    assert (asking.score(held, at).points, then.points) == (10, 32)
    assert said == f"With phoenix: +{gain} → {then.points} (Shikō)"
