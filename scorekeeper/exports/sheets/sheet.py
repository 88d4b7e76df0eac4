"""The scoresheet as one value in words of one language; the forms write it and compute nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from ...koikoi.cards import text
from ...koikoi.match import explain
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile
from ...koikoi.rules import phrases
from ...koikoi.rules.choices import agreed_title, agreed_words
from ...koikoi.rules.deal import TEYAKU
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import game_played, nearest
from ...koikoi.rules.options.row import COUNTED
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.scoring.plan import month_of
from ...koikoi.scoring.score import Factor, Score
from ...languages import Translate, Words, day, translator
from ...sentences import N_, Refusal, Sentence, count, isolated, say, versus
from ...times import evening_of, read_time


class PaidYaku(msgspec.Struct, frozen=True):
    """A yaku, or a lucky hand, that was paid; ``cards`` as a pile: "01B 03B 2C"."""

    name: str
    points: int
    cards: str
    kanji: str  # empty for a yaku that the table made up


class FactorLine(msgspec.Struct, frozen=True):
    """What a rule makes of the points: "× 2", "+ 3"; and why."""

    effect: str
    reason: str


class PileLine(msgspec.Struct, frozen=True):
    """What the pile of a player who did not stop was worth, where that is paid too."""

    player: int
    yaku: tuple[PaidYaku, ...]
    points: int


class RoundLine(msgspec.Struct, frozen=True):
    """A finished round. ``base`` × ``multiplier`` + ``added`` = ``points``, if no cap stands in ``notes``.

    Where every captured card counts, the rest of the points is of ``card_points``, and of yaku of the others.
    """

    number: int
    month: int  # 1 to 12, whose cards stand for the round
    dealer: int
    player: int | None  # who won it
    outcome: str  # "Anna stopped"
    heading: tuple[str, ...]  # "Round 3", "Anna", "12 points"; "Round 4", "Draw"
    yaku: tuple[PaidYaku, ...]
    cards: str  # those of its yaku, each once, as a pile
    base: int
    multiplier: int
    added: int
    points: int
    coin: int  # coins for a point
    factors: tuple[FactorLine, ...]
    caps: tuple[str, ...]  # which limits cut the points
    beside: tuple[PileLine, ...]
    payments: tuple[str, ...]
    ruined: tuple[str, ...]  # the yaku that the weather took, and why
    why: str  # what else explains the round, such as how it ended
    replaced: str  # the turns of live play that it was entered in place of
    rulings: tuple[str, ...]  # what the table let stand
    corrected: bool
    calls: tuple[int, ...]  # by seat, like all that follows
    card_points: tuple[int, ...]  # of the cards by themselves; empty where they do not count
    piles: tuple[str, ...]  # empty where no cards were entered
    transfer: tuple[int, ...]
    balance: tuple[int, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the points are not those of the yaku alone, each without a full stop."""
        factors = (factor.reason for factor in self.factors)
        return tuple(reason.rstrip(".。") for reason in (*factors, *self.caps))

    @property
    def notes(self) -> tuple[str, ...]:
        """Every reason, in the order in which the points come about."""
        factors = (factor.reason for factor in self.factors)
        others = filter(None, (self.why, self.replaced))
        return (*factors, *self.caps, *self.ruined, *self.payments, *others, *self.rulings)


class BetweenLine(msgspec.Struct, frozen=True):
    """What the table ruled outside the rules, agreed on or set right, after so many rounds.

    Only adjusted points move coins.
    """

    after: int
    said: str  # "Adjusted", "Round 3: Ben dealt (corrected)"
    reason: str  # may be empty
    transfer: tuple[int, ...]
    balance: tuple[int, ...]

    @property
    def moves(self) -> bool:
        """Whether it moved coins."""
        return any(self.transfer)

    @property
    def words(self) -> str:
        return (": " if self.moves else " – ").join(filter(None, (self.said, isolated(self.reason))))


SheetLine: TypeAlias = RoundLine | BetweenLine


class SheetRule(msgspec.Struct, frozen=True):
    """An option of the rules that differs from the named rule set that is nearest."""

    option: str
    before: str
    now: str


class Sheet(msgspec.Struct, frozen=True):
    """The scoresheet of a match so far."""

    language: str
    own_words: Words  # of the rules
    game: str  # what is played: "Koi-Koi", or what a game with other rules is called
    game_played: str  # the same in every language
    players: tuple[str, ...]
    started: str  # UTC, ISO 8601; empty if it is not known
    zone: str  # in which it started; empty if it is not known
    evening: date | None  # its day
    day: str  # the same in words
    place: str  # where it was played, and below what the table noted beside it; both may be empty
    note: str  # of one or several lines
    rules: str  # what the rule set is called, with the answers that were agreed on
    ruleset: str  # its title alone; empty if it has none
    agreed: tuple[str, ...]  # the answers alone: "Doublings: all"
    terms: tuple[str, ...]  # "12 rounds", "50 coins each"
    named: str  # the title of the named rule set that is nearest
    changes: tuple[SheetRule, ...]  # what differs from it
    lines: tuple[SheetLine, ...]
    first_dealer: int
    counts_cards: bool  # every captured card counts, and nobody calls koi-koi
    pays: bool  # coins change hands; else the winner adds points
    purse: int
    length: int | None  # rounds agreed
    course: tuple[tuple[int, ...], ...]  # the coins of every seat at the start and after each round
    best: RoundLine | None  # the first round with the most points that anybody won
    balance: tuple[int, ...]
    finished: bool
    winners: tuple[int, ...]
    outcome: str  # "Anna wins", "A tie", "So far"
    lead: str  # "72 coins ahead"; empty for a tie, and while the match goes on
    why_over: str  # empty while the match goes on

    @property
    def rounds(self) -> tuple[RoundLine, ...]:
        return tuple(line for line in self.lines if isinstance(line, RoundLine))

    @property
    def title(self) -> str:
        return versus(self.players)

    @property
    def translate(self) -> Translate:
        """What puts further words into the language of the sheet."""
        return translator(self.language, self.own_words)

    def callers(self, line: RoundLine) -> list[tuple[str, int]]:
        """Who called koi-koi in a round, and how often."""
        return [(name, calls) for name, calls in zip(self.players, line.calls, strict=True) if calls]

    @property
    def moment(self) -> datetime | None:
        """When the match started, in UTC; None where it is not known."""
        try:
            return read_time(self.started)
        except ValueError:
            return None


def sheet_of(
    match: Match, language: str, numbers: range | None = None, *, place: str = "", note: str = ""
) -> Sheet:
    """The scoresheet of a match in a language: one of ``LANGUAGES``.

    ``numbers``: of which rounds it has lines, where it is to be shown in parts; by default of every round.
    ``place`` and ``note``: what is written beside the match.
    """
    translate = translator(language, match.rules.words)
    name, parent = nearest(match.rules)
    played = game_played(match.rules)
    evening = evening_of(match.start.at, match.start.zone)
    return Sheet(
        language=language,
        own_words=match.rules.words,
        game=translate(played),
        game_played=played,
        players=match.players,
        started=match.start.at,
        zone=match.start.zone,
        evening=evening,
        day=day(evening, language),
        place=place,
        note=note,
        rules=translate(agreed_title(match.rules)),
        ruleset=translate(match.rules.title),
        agreed=tuple(map(translate, agreed_words(match.rules))),
        terms=tuple(map(translate, _terms(match))),
        named=translate(parent.title or name),
        changes=tuple(_changes(match, translate)),
        lines=tuple(_lines(match, range(1, match.number) if numbers is None else numbers, translate)),
        first_dealer=match.dealer_of(1),
        counts_cards=match.rules.game == COUNTED,
        pays=match.pays,
        purse=match.purse,
        length=match.length,
        course=match.course,
        best=_best(match, translate),
        balance=match.balance,
        finished=match.finished,
        winners=match.winners,
        outcome=translate(_outcome(match)),
        lead=translate(_lead(match)),
        why_over=" ".join(filter(None, (translate(match.why_finished), isolated(match.ended or "")))),
    )


def _changes(match: Match, translate: Translate) -> Iterator[SheetRule]:
    """What differs from the named rule set, without what the terms say anyway."""
    rules, (_, parent) = match.rules, nearest(match.rules)
    as_long = replace(rules.match, rounds=parent.match.rounds, target=parent.match.target)
    for words in changes(parent, replace(rules, match=as_long)):
        yield SheetRule(*map(translate, words))


def _terms(match: Match) -> Iterator[Sentence]:
    if match.length:
        yield count("%(n)d round", "%(n)d rounds", match.length)
    if match.rules.match.target:
        yield say("up to %(target)d", target=match.rules.match.target)
    if match.purse:
        yield count("%(n)d coin each", "%(n)d coins each", match.purse)


def _outcome(match: Match) -> Sentence:
    if len(match.winners) == 1:
        return say("%(player)s wins", player=match.players[match.winners[0]])
    if not match.finished:
        return say("So far")
    return say("A tie") if match.rounds else say("No round was played")


def _lead(match: Match) -> Sentence | None:
    """By how much the winner won; where two have as many coins, why one of them did."""
    if len(match.winners) != 1:
        return None
    if match.tied:
        return say("The totals are equal; the dealer of the last round wins.")
    second, first = sorted(match.balance)[-2:]
    if match.pays:
        return count("%(n)d coin ahead", "%(n)d coins ahead", first - second)
    return count("%(n)d point ahead", "%(n)d points ahead", first - second)


def _best(match: Match, translate: Translate) -> RoundLine | None:
    won = [row for row in match.rounds if row.player is not None and row.points > 0]
    best = max(won, key=lambda row: row.points, default=None)
    return _round(match, best, best.number in match.corrected, translate) if best else None


def _lines(match: Match, numbers: range, translate: Translate) -> Iterator[SheetLine]:
    """The rounds in order, each followed by what the table ruled and agreed on after it."""
    corrected = match.corrected
    between: dict[int, list[BetweenLine]] = {}
    for line in _between(match, translate):
        between.setdefault(line.after, []).append(line)
    if numbers.start == 1:
        yield from between.get(0, ())
    for row in match.rounds[numbers.start - 1 : numbers.stop - 1]:
        yield _round(match, row, row.number in corrected, translate)
        yield from between.get(row.number, ())


def _between(match: Match, translate: Translate) -> Iterator[BetweenLine]:
    for made in match.adjustments:
        yield BetweenLine(made.after, translate(N_("Adjusted")), made.reason, made.transfer, made.balance)
    for after, said, reason in explain.amendments(match):
        nothing = (0,) * len(match.players)
        yield BetweenLine(after, translate(said), reason, nothing, match.balance_after(after))


def _round(match: Match, row: Round, corrected: bool, translate: Translate) -> RoundLine:
    score, rules = row.score, match.rules_of(row.number)
    return RoundLine(
        number=row.number,
        month=month_of(row.number),
        dealer=row.dealer,
        player=row.player,
        outcome=translate(explain.result(match, row)),
        heading=tuple(_heading(match, row, translate)),
        yaku=_hand(row, translate) if row.hand else _yaku(score, rules, translate),
        cards=_cards(row),
        base=score.base if score else 0 if row.cards else row.points,
        multiplier=score.multiplier if score else 1,
        added=score.added if score else 0,
        points=row.points,
        coin=rules.settlement.coin,
        factors=tuple(_factors(score, match.players, rules, row.player, translate)),
        caps=tuple(map(translate, explain.cap_reasons(rules, score))) if score else (),
        beside=tuple(
            PileLine(held.player, _yaku(held.score, rules, translate), held.score.points)
            for held in row.beside
        ),
        payments=tuple(map(translate, explain.payments(match, row))),
        ruined=tuple(_ruined(row, rules, translate)),
        why=translate(row.why),
        replaced=translate(explain.replaced(row.play.replaced)) if row.play.replaced else "",
        rulings=tuple(translate(explain.ruling(reason)) for reason in row.play.rulings),
        corrected=corrected,
        calls=row.play.calls,
        card_points=row.cards,
        piles=tuple(str(pile) if pile else "" for pile in row.piles),
        transfer=row.transfer,
        balance=row.balance,
    )


def _ruined(row: Round, rules: RuleSet, translate: Translate) -> Iterator[str]:
    """What the weather took from the piles that were scored."""
    scored = [(row.player, row.at), *((held.player, held.at) for held in row.beside)]
    for seat, at in scored:
        pile = row.piles[seat] if seat is not None else None
        for name, why in explain.ruined(rules, pile, at) if pile and at else ():
            yield translate(say("%(yaku)s does not count: %(why)s", yaku=phrases.yaku(name, rules), why=why))


def _heading(match: Match, row: Round, translate: Translate) -> Iterator[str]:
    yield translate(say("Round %(number)d", number=row.number))
    if row.player is None:
        yield translate(explain.result(match, row))
    else:
        yield match.players[row.player]
        yield translate(count("%(n)d point", "%(n)d points", row.points)).replace("-", "−")


def _hand(row: Round, translate: Translate) -> tuple[PaidYaku, ...]:
    assert row.hand is not None
    name, _, kanji = TEYAKU[row.hand.yaku]
    points = row.score.base if row.score else row.points
    return (PaidYaku(translate(name), points, text(row.hand.cards), kanji),)


def _yaku(score: Score | None, rules: RuleSet, translate: Translate) -> tuple[PaidYaku, ...]:
    return tuple(
        PaidYaku(
            translate(phrases.yaku(line.yaku, rules)),
            line.points,
            str(Pile(line.cards, line.counted)),
            KNOWN[line.yaku].kanji if line.yaku in KNOWN else "",
        )
        for line in (score.lines if score else ())
    )


def _cards(row: Round) -> str:
    if row.hand:
        return text(row.hand.cards)
    lines = row.score.lines if row.score else ()
    cards = reduce(or_, (line.cards for line in lines), 0)
    return str(Pile(cards, max((line.counted for line in lines), default=0)))


def _factors(
    score: Score | None, players: Sequence[str], rules: RuleSet, winner: int | None, translate: Translate
) -> Iterator[FactorLine]:
    steps = explain.added_steps(rules, score) if score else ()
    for factor in score.factors if score else ():
        reason = translate(explain.factor_reason(factor, players, winner))
        yield FactorLine(_effect(factor, steps), reason)


def _effect(factor: Factor, steps: Sequence[int]) -> str:
    """ "× 2"; where doublings are added up, what this one adds to their sum; "+ 3" for points."""
    if factor.plus:
        return f"+ {factor.plus}"
    if steps:
        return f"+ {factor.more}" if factor.more >= 0 else f"− {-factor.more}"
    return f"× {factor.times}"


class MissingLibrary(Refusal):
    """The file cannot be written, for its library is an extra of this app and is not installed.

    ``form`` is what the player asked for, such as "XLSX"; ``library`` is its name in a package index.
    """

    def __init__(self, form: str, library: str) -> None:
        self.form = form
        self.library = library
        super().__init__(
            say(
                "%(form)s needs %(library)s, which is not installed here. Install it with: %(command)s",
                form=form,
                library=library,
                command=f"pip install {library}",
            )
        )
