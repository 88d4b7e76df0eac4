"""The text form of events, one line each: for tests, errors and bug reports.

    start Anna, Ben = dutch            who plays by which rules; "start Anna, Ben (dealer 1, rounds 6) = …"
    field 01B 02C1                     the dealt field; "brights 2" where only their number is known
    hand 1 teshi in 2                  a lucky hand of round 2; "hand 1 teshi: 01B …" with all that was dealt,
                                       "hand 1 teshi [3]" with its months
    turn 0: 03B 03C1 [11]              live play: what was captured, and the months on the field after it
    koi 0                              koi-koi; "koi 0: 03B 09A" with the pile
    won 1: 03B 09A | 0: 4C [11]        shōbu; the piles by seat, and the months on the field
    empty 0: 12C                       hands empty, nobody stopped
    void misdeal                       deal again, and why
    correct 1 = koi 0; won 0: 03B 09A  a round entered anew
    adjust 5 -5 agreed                 points outside the rules by seat, and why
    end late                           ended early, and why
    back                               the last event is taken back
    rules 2 agreed = dutch             other rules from round 2 on, and why
    dealer 2 1 asleep                  who really dealt round 2, and why
    more 3                             rounds more than agreed; "more -3": fewer
    names Anne, Ben                    what the players are really called

Rules are a name, and behind a colon what differs: "dutch: calls.limit = 0; match.rounds = 6", as in TOML.
Behind "!" stands the ruling of the table by which an event counts ("koi 0 ! agreed"), behind "@" how many
recorded turns the end of a round replaces ("won 1: 03B 09A @ 5"). A text with a sign of the notation stands
in double quotes, as in JSON. Not written is what storing adds to an event, and texts of rules.

>>> event = read("won 1: 03B 09A | 0: 4C [11]")
>>> event.player, event.piles, event.field
(1, ('4C', '03B 09A'), (11,))
>>> write(event)
'won 1: 03B 09A | 0: 4C [11]'
>>> read("koi Anna")
Traceback (most recent call last):
scorekeeper.koikoi.errors.BadRecord: “koi Anna” cannot be read; an example: “koi 0: 03B 09A”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ..sentences import say
from .errors import BadRecord
from .match import events
from .match.events import AnyEvent
from .rules.diff import differences
from .rules.loader import nearest, read_toml, rules

_MOST_SHOWN: Final = 60  # letters of a line in an error
_SIGN: Final = re.compile(r'[;,=:|\[\]()!@"]|^\s|\s$')
_NUMBERS: Final = re.compile(r"-?\d+")


class _Notation(NamedTuple):
    """A kind of event in the notation: how what follows its word is read and written, and an example."""

    type: str
    read: Callable[[str], dict[str, Any]]
    write: Callable[[dict[str, Any]], str]
    example: str


def read(line: str) -> AnyEvent:
    """The event that a line stands for. Raises BadRecord; BadRuleset for rules that cannot be read."""
    return events.event(values(line))


def values(line: str) -> dict[str, Any]:
    """The event that a line stands for as plain values, none of them checked. Raises as ``read`` does."""
    word, _, rest = line.strip().partition(" ")
    if word not in _KINDS:
        words = ", ".join(_KINDS)
        raise BadRecord(
            say("“%(line)s” begins with none of: %(words)s.", line=line[:_MOST_SHOWN], words=words)
        )
    kind = _KINDS[word]
    try:
        return {"type": kind.type, **kind.read(rest.strip())}
    except (ValueError, IndexError, msgspec.DecodeError) as error:
        raise BadRecord(
            say(
                "“%(line)s” cannot be read; an example: “%(example)s”.",
                line=line[:_MOST_SHOWN],
                example=kind.example,
            )
        ) from error


def write(event: AnyEvent) -> str:
    """The line of an event; the inverse of ``read``."""
    return _line(events.as_values(event))


def _line(tree: dict[str, Any]) -> str:
    word = "brights" if tree["type"] == "field-dealt" and "brights" in tree else _WORDS[tree["type"]]
    return f"{word} {_KINDS[word].write(tree).strip()}".rstrip()


def _read_start(rest: str) -> dict[str, Any]:
    said, ruleset = _cut(rest, "=")
    names, terms = _cut(said, "(")
    agreed = dict(part.split(maxsplit=1) for part in _split(terms.rstrip(") "), ","))
    numbers = {name: int(value) for name, value in agreed.items() if name != "zone"}
    return {"players": _read_names(names)["players"], "ruleset": _read_rules(ruleset), **agreed, **numbers}


def _write_start(tree: dict[str, Any]) -> str:
    agreed = [f"{name} {tree[name]}" for name in ("dealer", "rounds", "purse", "zone") if tree.get(name)]
    terms = f" ({', '.join(agreed)})" if agreed else ""
    return f"{_write_names(tree)}{terms} = {_write_rules(tree['ruleset'])}"


def _read_field(rest: str) -> dict[str, Any]:
    return {"cards": rest}


def _read_brights(rest: str) -> dict[str, Any]:
    number, cards = _cut(rest, ":")
    return {"brights": int(number), **_given(cards=cards)}


def _write_brights(tree: dict[str, Any]) -> str:
    return f"{tree['brights']}{_after(': ', tree.get('cards'))}"


def _read_hand(rest: str) -> dict[str, Any]:
    rest, ruling = _cut(rest, "!")
    said, cards = _cut(rest, ":")
    said, months = _read_months(said)
    player, yaku, *number = said.replace(" in ", " ").split()
    named = _given(round=int(number[0]) if number else None, cards=cards, months=months, ruling=_text(ruling))
    return {"player": int(player), "yaku": yaku, **named}


def _write_hand(tree: dict[str, Any]) -> str:
    number, cards = _after(" in ", tree.get("round")), _after(": ", tree.get("cards"))
    return f"{tree['player']} {tree['yaku']}{number}{_months(tree.get('months'))}{cards}{_ruling(tree)}"


def _read_turn(rest: str) -> dict[str, Any]:
    rest, ruling = _cut(rest, "!")
    rest, field = _read_months(rest)
    player, captured = _cut(rest, ":")
    return {"player": int(player), "captured": captured, "field": field, **_given(ruling=_text(ruling))}


def _write_turn(tree: dict[str, Any]) -> str:
    return f"{tree['player']}{_after(': ', tree.get('captured'))}{_months(tree.get('field'))}{_ruling(tree)}"


def _read_call(rest: str) -> dict[str, Any]:
    rest, ruling = _cut(rest, "!")
    player, pile = _cut(rest, ":")
    return {"player": int(player), **_given(pile=pile, ruling=_text(ruling))}


def _write_call(tree: dict[str, Any]) -> str:
    return f"{tree['player']}{_after(': ', tree.get('pile'))}{_ruling(tree)}"


def _read_won(rest: str) -> dict[str, Any]:
    """Whose pile stands first has won."""
    return {"player": int(_cut(_cut(_cut(rest, "!")[0], "@")[0], ":")[0]), **_read_end(rest)}


def _write_won(tree: dict[str, Any]) -> str:
    player, piles = tree["player"], _by_seat(tree)
    own = f"{player}: {piles.pop(player)}" if player in piles else str(player)
    return " | ".join([own, *_piles(piles)]) + _rest_of_end(tree)


def _read_end(rest: str) -> dict[str, Any]:
    rest, ruling = _cut(rest, "!")
    rest, turns = _cut(rest, "@")
    rest, field = _read_months(rest)
    piles = {int(seat): pile for seat, pile in (_cut(part, ":") for part in rest.split("|") if ":" in part)}
    by_seat = [piles.get(seat) for seat in range(max(piles, default=-1) + 1)]
    return {"piles": by_seat, "field": field, **_given(turns=int(turns or 0), ruling=_text(ruling))}


def _write_exhausted(tree: dict[str, Any]) -> str:
    return " | ".join(_piles(_by_seat(tree))) + _rest_of_end(tree)


def _rest_of_end(tree: dict[str, Any]) -> str:
    return f"{_months(tree.get('field'))}{_after(' @ ', tree.get('turns'))}{_ruling(tree)}"


def _by_seat(tree: dict[str, Any]) -> dict[int, str]:
    return {seat: pile for seat, pile in enumerate(tree.get("piles", ())) if pile is not None}


def _piles(by_seat: Mapping[int, str]) -> list[str]:
    return [f"{seat}: {pile}" for seat, pile in by_seat.items()]


def _read_correction(rest: str) -> dict[str, Any]:
    number, parts = _cut(rest, "=")
    return {"round": int(number), "events": [values(part) for part in _split(parts, ";")]}


def _write_correction(tree: dict[str, Any]) -> str:
    return f"{tree['round']} = {'; '.join(map(_line, tree['events']))}"


def _read_adjustment(rest: str) -> dict[str, Any]:
    points = re.match(r"(-?\d+(?: |$))+", rest)
    if points is None:
        raise ValueError(rest)
    return {"points": [int(word) for word in points[0].split()], "reason": _text(rest[points.end() :])}


def _write_adjustment(tree: dict[str, Any]) -> str:
    return f"{' '.join(map(str, tree['points']))} {_quoted(tree.get('reason', ''))}"


def _read_reason(rest: str) -> dict[str, Any]:
    return {"reason": _text(rest)}


def _write_reason(tree: dict[str, Any]) -> str:
    return _quoted(tree.get("reason", ""))


def _read_new_rules(rest: str) -> dict[str, Any]:
    said, ruleset = _cut(rest, "=")
    first, _, reason = said.partition(" ")
    return {"from": int(first), "ruleset": _read_rules(ruleset), **_given(reason=_text(reason))}


def _write_new_rules(tree: dict[str, Any]) -> str:
    reason = _after(" ", _quoted(tree.get("reason", "")))
    return f"{tree['from']}{reason} = {_write_rules(tree['ruleset'])}"


def _read_dealer(rest: str) -> dict[str, Any]:
    number, player, *reason = rest.split(maxsplit=2)
    return {"round": int(number), "player": int(player), "reason": _text("".join(reason))}


def _write_dealer(tree: dict[str, Any]) -> str:
    return f"{tree['round']} {tree['player']} {_quoted(tree.get('reason', ''))}"


def _read_names(rest: str) -> dict[str, Any]:
    return {"players": list(map(_text, _split(rest, ",")))}


def _write_names(tree: dict[str, Any]) -> str:
    return ", ".join(map(_quoted, tree["players"]))


def _read_rules(written: str) -> dict[str, Any]:
    name, changes = _cut(written, ":")
    return {"extends": name, **read_toml("\n".join(_split(changes, ";")))}


def _write_rules(ruleset: str | Mapping[str, Any]) -> str:
    """Rules as the named ones that are nearest, and what differs from those."""
    complete = rules(ruleset)
    name, base = nearest(complete)
    changes = [f"{key} = {_toml(value)}" for key, _, value in differences(base, complete)]
    return name + _after(": ", "; ".join(changes))


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(part)}' for key, part in value.items())} }}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_toml, value))}]"
    return msgspec.json.encode("off" if value is None else value).decode()


def _read_months(rest: str) -> tuple[str, list[int]]:
    """What stands before the months in square brackets, and those."""
    said, months = _cut(rest, "[")
    return said, list(map(int, _NUMBERS.findall(months)))


def _months(months: Iterable[int] | None) -> str:
    return f" [{' '.join(map(str, months))}]" if months else ""


def _ruling(tree: dict[str, Any]) -> str:
    return _after(" ! ", _quoted(tree.get("ruling", "")))


def _given(**named: Any) -> dict[str, Any]:
    """Those that are not empty."""
    return {name: value for name, value in named.items() if value}


def _after(sign: str, value: object) -> str:
    """The value behind a sign; nothing where there is none."""
    return f"{sign}{value}" if value else ""


def _cut(rest: str, sign: str) -> tuple[str, str]:
    """What stands before and behind the first sign that is not in a quoted text."""
    first, *others = _split(rest, sign, 1) or [""]
    return first, "".join(others)


def _split(rest: str, sign: str, most: int = 0) -> list[str]:
    """What stands between signs that are not in a quoted text; nothing of an empty one."""
    parts = [""]
    for piece in re.findall(r'"(?:[^"\\]|\\.)*"|.', rest, re.DOTALL):
        if piece == sign and not 0 < most < len(parts):
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts] if rest.strip() else []


def _text(written: str) -> str:
    """A text, maybe in double quotes. Raises ValueError."""
    return msgspec.json.decode(written, type=str) if written.startswith('"') else written.strip()


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode() if _SIGN.search(text) else text


_KINDS: Final = {
    "start": _Notation("match-started", _read_start, _write_start, "start Anna, Ben = dutch"),
    "field": _Notation("field-dealt", _read_field, lambda tree: str(tree.get("cards", "")), "field 01B 02C1"),
    "brights": _Notation("field-dealt", _read_brights, _write_brights, "brights 2"),
    "hand": _Notation("hand-shown", _read_hand, _write_hand, "hand 1 teshi in 2"),
    "turn": _Notation("turn-taken", _read_turn, _write_turn, "turn 0: 03B 03C1 [11]"),
    "koi": _Notation("koikoi-called", _read_call, _write_call, "koi 0: 03B 09A"),
    "won": _Notation("round-won", _read_won, _write_won, "won 1: 03B 09A | 0: 4C [11]"),
    "empty": _Notation("round-exhausted", _read_end, _write_exhausted, "empty 0: 12C"),
    "void": _Notation("deal-voided", _read_reason, _write_reason, "void misdeal"),
    "correct": _Notation(
        "round-corrected", _read_correction, _write_correction, "correct 1 = won 0: 03B 09A"
    ),
    "adjust": _Notation("points-adjusted", _read_adjustment, _write_adjustment, "adjust 5 -5 agreed"),
    "end": _Notation("match-ended", _read_reason, _write_reason, "end late"),
    "back": _Notation("taken-back", lambda _: {}, lambda _: "", "back"),
    "rules": _Notation("rules-changed", _read_new_rules, _write_new_rules, "rules 2 = dutch"),
    "dealer": _Notation("dealer-corrected", _read_dealer, _write_dealer, "dealer 2 1 asleep"),
    "more": _Notation(
        "match-extended", lambda rest: {"rounds": int(rest)}, lambda tree: str(tree["rounds"]), "more 3"
    ),
    "names": _Notation("names-corrected", _read_names, _write_names, "names Anne, Ben"),
}
_WORDS: Final = {kind.type: word for word, kind in reversed(_KINDS.items())}
