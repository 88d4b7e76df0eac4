"""The board computes in the browser what the server computes: open questions, payments, hints."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from extent import daily

from scorekeeper.koikoi.cards import CARDS, CHAFF, each, union
from scorekeeper.koikoi.match.settlement import Payment, charges, claims, settle
from scorekeeper.koikoi.pile import Pile, odd_months, pile
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.koikoi.scoring.questions import open_questions
from scorekeeper.koikoi.scoring.score import Circumstances, Score
from scorekeeper.web.rounds.live_line import plan_json, unsaid

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LOADED = """async (address) => {
  const scoring = ["cards", "plan", "evaluate", "next_cards", "questions"].map((name) => `scorer/${name}`);
  const names = ["live_line", ...scoring];
  const modules = await Promise.all(names.map((name) => import(`${address}/js/${name}.js`)));
  Object.assign(window, ...modules);
}"""
PLAYERS = ["Anna", "Ben", "Cleo"]
SAYS = {
    "pays": "{payer} pays {payee} {coins}",
    "last": "{payer} pays {payee} the last {coins}",
    "gets": "{player} gets {coins}",
    "listed": "{one}, {other}",
    "dotted": "{one}・{other}",  # as in Japanese
    "with": "{card}: {yaku}",
}


@pytest.fixture(scope="module")
def page(browser: Browser, static_files: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{static_files}/js/scorer/evaluate.js")
    page.evaluate(LOADED, static_files)
    yield page
    page.close()


@pytest.mark.parametrize("name", daily(["fog of the phoenix's month", *names()], 3))
def test_the_same_questions_are_open(name: str, page: Page) -> None:
    fog = {"weather": {"fog": {"sign": "captured_month"}}}  # three chaff cards of one month
    known = name in names()
    asking = scorer(rules(name) if known else rules("mongolopedia", overrides=fog))
    chance = random.Random(name)
    cases = [(random_pile(chance), random_circumstances(chance), random_answers(chance)) for _ in range(200)]
    asked = page.evaluate(
        """([json, unsaid, cases]) => {
          const plan = readPlan(json);
          return cases.map(([names, chaff, at, answered]) =>
            openQuestions(plan, unsaid, { cards: cards(plan, names), chaff }, at, new Set(answered)));
        }""",
        [plan_json(asking.plan), unsaid(asking.plan, 1), [as_json(*case) for case in cases]],
    )
    expected = [sorted(open_questions(asking, *case)) for case in cases]
    assert [sorted(questions) for questions in asked] == expected
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


@pytest.mark.slow
def test_the_line_says_what_is_paid(page: Page) -> None:
    """The claims that the line reads say what ``settle`` does, for random rules, purses and points."""
    chance = random.Random(5)
    cases = [random_round(chance) for _ in range(3_000)]
    said = page.evaluate(
        "(cases) => cases.map(([points, seat, words]) => payment({ points }, seat, words))",
        [[points, seat, words_of(house, balance, purse)] for house, balance, purse, seat, points in cases],
    )
    expected = [paid(*case) for case in cases]
    assert said == expected
    assert {" gets " in sentence for sentence in expected} == {True, False}
    assert "Ben pays Anna the last 0, Cleo pays Anna the last 3" in said, "no purse was short"


def random_round(chance: random.Random) -> tuple[RuleSet, list[int], int, int, int]:
    """Rules, what each seat has, the purse each began with, the seat that wins, its points."""
    settlement = {
        "account": chance.choice(("gains", "transfer")),
        "overdraw": chance.choice(("cap", "debt")),
        "coin": chance.choice((1, 3)),
        "who_scores": chance.choice(("winner", "winner", "everyone")),
    }
    house = rules(chance.choice(names()), overrides={"settlement": settlement})
    balance = [chance.choice((0, 3, 30, -4)) for _ in range(chance.choice((2, 3)))]
    seat = chance.randrange(len(balance))
    return house, balance, chance.choice((0, 30)), seat, chance.choice((0, 1, 7, chance.randint(0, 400)))


def words_of(house: RuleSet, balance: list[int], purse: int) -> dict[str, Any]:
    table = msgspec.to_builtins(claims(house, balance, purse))
    return {"players": PLAYERS[: len(balance)], "claims": table, "says": SAYS}


def paid(house: RuleSet, balance: list[int], purse: int, seat: int, points: int) -> str:
    """What ``settle`` makes of the round, in the words of the line."""
    settled = settle(
        house, charges(house, [points * (other == seat) for other in range(len(balance))]), balance, purse
    )
    if house.settlement.who_scores == "everyone" or not settled.payments:
        return f"{PLAYERS[seat]} gets {points * house.settlement.coin}" if points else ""
    return ", ".join(
        f"{PLAYERS[payment.payer]} pays {PLAYERS[seat]} {last(payment)}{payment.coins}"
        for payment in settled.payments
    )


def last(payment: Payment) -> str:
    """What stands before the coins of somebody who owes more."""
    return "the last " if payment.coins < payment.owed else ""


@pytest.mark.parametrize(
    ("points", "tie", "paid"),
    [
        ((5, 3), None, [5, 0]),
        ((5, 5), None, [0, 0]),
        ((5, 5), 1, [0, 5]),
        ((5, 5, 3), 2, [0, 0, 0]),
    ],
)
def test_of_the_highest_yaku_one_is_paid(
    points: tuple[int, ...], tie: int | None, paid: list[int], page: Page
) -> None:
    scores = [{"base": each, "points": each} for each in points]
    everyone = {"exhausted": True, "highest": True, "tie": tie}
    said = page.evaluate("(given) => unstopped(...given)", [scores, [], {"everyone": everyone}])
    assert said == paid


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
    points = asking.score(held, at).points
    shown = page.evaluate(
        """([json, names, at, words]) => {
          const plan = readPlan(json);
          return reckoning(score(plan, { cards: cards(plan, names), chaff: 0 }, at), words).join("");
        }""",
        [plan_json(asking.plan), *as_json(held, at, ())[0:3:2], {"yaku": {}, "sum": name != "russian"}],
    )
    times = f"({words})" if "+" in words else words
    assert shown.endswith(f" × {times} = {points}"), shown


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (None, "Phoenix: +22 →\u00a032・Shikō"),
        (32, "Phoenix: +22 →\u00a032・Shikō"),
        (31, "Phoenix: +21 →\u00a031・Shikō"),
        (11, "Phoenix: +1 →\u00a011・Shikō"),
        (10, ""),
    ],
)
def test_a_hint_names_the_card_first_and_no_more_than_can_be_paid(
    page: Page, most: int | None, said: str
) -> None:
    asking = scorer(rules("russian"))
    held, at = pile("01B 03B 08B"), Circumstances(others=1)
    then = asking.score(pile("01B 03B 08B 12B"), at)
    words = {
        "wild": False,
        "kinds": {},
        "cards": {"12B": "phoenix"},
        "yaku": {"shiko": "Shikō"},
        "says": SAYS,
        "players": PLAYERS[:2],
        "claims": [{"coin": 1, "payers": [{"seat": 1, "most": most}]}],
    }
    shown = page.evaluate(
        """([json, names, at, words, gone]) => {
          const plan = readPlan(json);
          const held = { cards: cards(plan, names), chaff: 0 };
          const [next] = nextCards(plan, held, at, { gone: cards(plan, gone), few: 1 });
          return hint(plan, held, score(plan, held, at), next, 0, words);
        }""",
        [plan_json(asking.plan), *as_json(held, at, ())[0:3:2], words, ["09A", "11B"]],
    )
    assert (asking.score(held, at).points, then.points) == (10, 32)
    assert shown == said


def test_the_month_of_a_slip_is_the_first_odd_month(page: Page) -> None:
    """``odd_months`` of the pile, as far as its chaff seems to be named."""
    chance = random.Random(7)
    piles = [random_pile(chance) for _ in range(600)] + [
        Pile(union(chance.sample(CARDS, chance.randint(0, 12)))) for _ in range(600)
    ]
    words = {"wild": False, "months": list(range(1, 13)), "says": {"odd": "{month}"}}
    said = page.evaluate(
        """([json, piles, words]) => {
          const plan = readPlan(json);
          return piles.map(([names, chaff]) =>
            hint(plan, { cards: cards(plan, names), chaff }, { points: 0 }, undefined, 0, words));
        }""",
        [
            plan_json(scorer(rules("default")).plan),
            [[[card.id for card in each(held.cards)], held.chaff] for held in piles],
            words,
        ],
    )
    months = [odd_months(held) if held.cards & CHAFF else () for held in piles]
    assert said == [str(odd[0]) if odd else "" for odd in months]
    assert len(set(said)) == 13


def test_the_reckoning_is_that_of_the_score(page: Page) -> None:
    """Lines, what a cap cut, factors and additions, for random piles and calls under every rule set."""
    chance = random.Random(11)
    for name in [*names(), "caps"]:
        capped = {
            "multipliers": {"max_base": 6, "max_factor": 3, "own_koi": {"form": "table", "table": [["+", 2]]}}
        }
        house = rules(name) if name in names() else rules("default", overrides=capped)
        asking = scorer(house)
        cases = [(random_pile(chance), random_circumstances(chance), ()) for _ in range(60)]
        words = {"yaku": {row.id: row.id for row in asking.plan.rows}, "sum": False}
        said = page.evaluate(
            """([json, cases, words]) => {
              const plan = readPlan(json);
              return cases.map(([names, chaff, at]) =>
                reckoning(score(plan, { cards: cards(plan, names), chaff }, at), words).join(""));
            }""",
            [plan_json(asking.plan), [as_json(*case) for case in cases], words],
        )
        assert said == [reckoned(asking.score(held, at)) for held, at, _ in cases]


@pytest.mark.parametrize(
    ("held", "calls", "parts"),
    [
        ("01B 03B 08B", 0, ["sanko 5", ""]),
        ("01B 03B 08B", 1, ["sanko", " 5 × 2 = 10"]),
        ("01B 03B 08B 01R 02R 03R", 0, ["sanko 5 + akatan 5", " = 10 × 2 = 20"]),
    ],
)
def test_what_is_doubled_stands_beside_the_doubling(
    page: Page, held: str, calls: int, parts: list[str]
) -> None:
    asking = scorer(rules("russian"))
    words = {"yaku": {row.id: row.id for row in asking.plan.rows}, "sum": False}
    said = page.evaluate(
        """([json, names, at, words]) => {
          const plan = readPlan(json);
          return reckoning(score(plan, { cards: cards(plan, names), chaff: 0 }, at), words);
        }""",
        [plan_json(asking.plan), *as_json(pile(held), Circumstances(own=calls), ())[0:3:2], words],
    )
    assert said == parts


def reckoned(score: Score) -> str:
    """A score in the words of the line, where doublings are not written one by one."""
    dearest = sorted(score.lines, key=lambda line: -line.points)
    lines = " + ".join(f"{line.yaku} {line.points}" for line in dearest)
    cut = f" → {score.base}" if "max_base" in score.caps else ""
    base = cut or (f" = {score.base}" if len(score.lines) > 1 else "")
    times = f" × {score.multiplier}" if score.multiplier != 1 else ""
    added = f" + {score.added}" if score.added else ""
    return f"{lines}{base}{times}{added}" + (f" = {score.points}" if times or added else "")
