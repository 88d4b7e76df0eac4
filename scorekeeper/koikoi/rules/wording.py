"""Settings in words: what an option is called, and what its value means at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...sentences import N_, Sentence, count, say
from ..cards import BY_ID
from .deal import HAND_YAKU, field_size, hand_size
from .differences import Difference, differences
from .ruleset import RuleSet
from .schema import option, yaku_options
from .yaku import KNOWN

_WHEN_OFF = {
    "match.rounds": N_("until the target is reached or a purse is empty"),
    "match.target": N_("none"),
    "deal.hand": N_("8, or 7 with three players"),
    "deal.field": N_("8, or 6 with three players"),
    "deal.teyaku.double_teshi": N_("not played"),
    "calls.limit": N_("any number"),
    "multipliers.max_base": N_("no limit"),
    "multipliers.max_factor": N_("no limit"),
    "multipliers.max_points": N_("no limit"),
}
_FIRST_DEALER = {
    "earliest_month": N_("Each draws a card; the earliest month deals."),
    "latest_month": N_("Each draws a card; the latest month deals."),
    "elder": N_("By these rules the eldest deals first."),
    "random": N_("By these rules chance decides."),
    "named": N_("By these rules the players choose who deals."),
}
_NOT_PLAYED_AT_ZERO = ("deal.teyaku.teshi", "deal.teyaku.kuttsuki", "deal.teyaku.double_teshi")


def title(key: str, rules: RuleSet) -> Sentence:
    """What an option is called: "Rounds", "Flower viewing: Points"."""
    known = option(key)
    words = say(known.title) if known else say("%(key)s", key=key)
    if key.startswith("yaku."):
        return say("%(yaku)s: %(option)s", yaku=yaku(key.split(".")[1], rules), option=words)
    return words


def yaku(name: str, rules: RuleSet) -> Sentence:
    """A yaku's name; a table's own yaku and lucky hands too."""
    if name in KNOWN:
        return say(KNOWN[name].name)
    if name in HAND_YAKU:
        return say(HAND_YAKU[name][0])
    own = rules.yaku.get(name)
    return say("%(name)s", name=(own.name if own else None) or name)


def note(name: str) -> Sentence | None:
    """What the name of a known yaku leaves open, in a few words."""
    return say(KNOWN[name].note) if name in KNOWN and KNOWN[name].note else None


def value(key: str, found: Any, rules: RuleSet) -> Sentence:
    """What a setting means, for people: "the loser of the round", "× 2 from 7 points"."""
    known = option(key)
    if key == "match.dealer_after_draw" and rules.match.next_dealer in ("same", "alternate"):
        return say("as after any other round")
    if key.startswith("yaku.") and key.endswith(".points") and not found:
        return say("not played")
    if found is None:
        return _when_off(key)
    if found == 0 and key in _NOT_PLAYED_AT_ZERO:
        return say("not played")
    if isinstance(found, bool):
        return say("yes") if found else say("no")
    if isinstance(found, str | int) and known and found in known.values:
        return say(known.values[found])
    if isinstance(found, str):
        return say("%(text)s", text=found)
    if isinstance(found, Mapping):
        return _table(key, found)
    if isinstance(found, Sequence):
        return _list(key, found, rules)
    if key == "match.tie":
        return count("%(n)d more round", "%(n)d more rounds", found)
    return say("%(number)s", number=found)


def length(rules: RuleSet) -> Sentence:
    """How long a match is by these rules: "12", "until somebody has 50"."""
    rounds, target = rules.match.rounds, rules.match.target
    if target is None:
        return value("match.rounds", rounds, rules)
    if rounds is None:
        return count("until somebody has %(n)d point", "until somebody has %(n)d points", target)
    return count("%(rounds)d, or %(n)d point", "%(rounds)d, or %(n)d points", target, rounds=rounds)


def first_dealer(rules: RuleSet) -> Sentence:
    """How the first dealer is found, with what decides a tie and how three players then sit."""
    method, tie = rules.match.first_dealer, rules.match.first_dealer_tie
    words, drawn = say(_FIRST_DEALER[method]), method.endswith("_month")
    decides = value("match.first_dealer_tie", tie, rules)
    if drawn:
        words = say("%(words)s The same month: %(tie)s.", words=words, tie=decides)
    elif method == "elder" and tie == "petal":
        words = say("%(words)s The same age: %(tie)s.", words=words, tie=decides)
    if drawn and rules.match.seats == "drawn":
        words = say("%(words)s Three players sit in the order of their cards, to the right.", words=words)
    return words


def _when_off(key: str) -> Sentence:
    """What an option means that is not set."""
    _, name, option_key = key.split(".", 2) if key.startswith("yaku.") else ("", "", "")
    if option_key == "min" and name in KNOWN:
        return say("%(number)s", number=KNOWN[name].size)
    return say(_WHEN_OFF.get(key, "off"))


def changes(before: RuleSet, after: RuleSet) -> tuple[tuple[Sentence, Sentence, Sentence], ...]:
    """What a rule set changes: the option, its value before, its value now.

    A table's own yaku that only one of the two has is one change, not one for each of its settings.
    """
    rest = [
        one
        for one in differences(before, after)
        if not _of_one_side(one.key, before, after) and not same_deal(one.key, before, after)
    ]
    alone = [name for name in (before.yaku | after.yaku) if (name in before.yaku) != (name in after.yaku)]
    return (
        *(_change(before, after, one) for one in rest),
        *(
            (yaku(name, after if name in after.yaku else before), _worth(name, before), _worth(name, after))
            for name in alone
        ),
    )


def same_deal(key: str, before: RuleSet, after: RuleSet) -> bool:
    """Whether two rule sets deal the same for the players they are for, though they say it differently."""
    size = {"deal.hand": hand_size, "deal.field": field_size}.get(key)
    numbers = {before.match.players, after.match.players}
    return size is not None and all(size(before, players) == size(after, players) for players in numbers)


def _of_one_side(key: str, before: RuleSet, after: RuleSet) -> bool:
    name = key.split(".")[1] if key.startswith("yaku.") else ""
    return bool(name) and (name in before.yaku) != (name in after.yaku)


def _worth(name: str, rules: RuleSet) -> Sentence:
    chosen = rules.yaku.get(name)
    if chosen is None or not chosen.points:
        return say("not played")
    return count("%(n)d point", "%(n)d points", chosen.points)


def _change(before: RuleSet, after: RuleSet, one: Difference) -> tuple[Sentence, Sentence, Sentence]:
    return (
        title(one.key, after),
        value(one.key, one.before, before),
        value(one.key, one.after, after),
    )


def _list(key: str, found: Sequence[Any], rules: RuleSet) -> Sentence:
    if not found:
        return say("none")
    parts = [_item(key, one, rules) for one in found]
    words = parts[0]
    for part in parts[1:]:
        words = say("%(one)s, %(other)s", one=words, other=part)
    return words


def _item(key: str, one: Any, rules: RuleSet) -> Sentence:
    if one in rules.yaku or one in KNOWN:
        return yaku(one, rules)
    if isinstance(one, str) and one in BY_ID:
        return say("%(month)d %(card)s", month=BY_ID[one].month, card=say(BY_ID[one].name))
    return say("× %(factor)s", factor=one) if key == "multipliers.round" else say("%(number)s", number=one)


def _table(key: str, found: Mapping[str, Any]) -> Sentence:
    if found.get("holder"):
        return _for_holders(found)
    if "dealer" in found:
        if found.get("other"):
            return say(
                "the dealer gets %(dealer)d, the others %(other)d",
                dealer=found["dealer"],
                other=found["other"],
            )
        return say("the dealer gets %(dealer)d", dealer=found["dealer"])
    if key == "multipliers.big":
        return _big(found)
    if key == "multipliers.field_brights":
        steps = "× 2, × 3, × 4 …" if found["form"] == "linear" else "× 1, × 2, × 3 …"
        return say("%(steps)s for one, two, three brights", steps=steps)
    if key.startswith("multipliers."):
        return say("%(steps)s", steps=_steps(found))
    parts = [
        count("%(coins)d for %(n)d round", "%(coins)d for %(n)d rounds", int(n), coins=c)
        for n, c in found.items()
    ]
    words = parts[0]
    for part in parts[1:]:
        words = say("%(one)s, %(other)s", one=words, other=part)
    return words


def _for_holders(found: Mapping[str, Any]) -> Sentence:
    words = count(
        "whoever holds a yaku gets %(n)d point", "whoever holds a yaku gets %(n)d points", found["holder"]
    )
    if not found["dealer"] and not found["other"]:
        return words
    return say("%(one)s, %(other)s", one=_table("", {**found, "holder": 0}), other=words)


def _big(found: Mapping[str, Any]) -> Sentence:
    words = count(
        "× %(factor)d from %(n)d point", "× %(factor)d from %(n)d points", found["at"], factor=found["factor"]
    )
    if found["min_yaku"] > 1:
        words = count(
            "%(words)s of at least %(n)d yaku",
            "%(words)s of at least %(n)d yaku",
            found["min_yaku"],
            words=words,
        )
    return say("%(words)s, after other doublings", words=words) if found["on"] == "total" else words


def _steps(found: Mapping[str, Any]) -> str:
    factor = found["factor"]
    match found["form"]:
        case "flat":
            return f"× {factor}"
        case "linear":
            return ", ".join(f"× {1 + (factor - 1) * n}" for n in (1, 2, 3)) + " …"
        case "power":
            return ", ".join(f"× {factor**n}" for n in (1, 2, 3)) + " …"
        case _:
            return ", ".join(
                f"+{number}" if sign == "+" else f"× {number}" for sign, number in found["table"]
            )


def terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """What else holds for a yaku besides its points: the cards of a table's own, and its special terms."""
    chosen = rules.yaku[name]
    usual = name in KNOWN and chosen.min == KNOWN[name].size
    made = {
        "kind": chosen.kind,
        "cards": chosen.cards,
        "monthly": chosen.monthly,
        "min": None if usual else chosen.min,
        "not": chosen.without or None,
    }
    special = {
        "after_koi": chosen.after_koi,
        "replaces": chosen.replaces or None,
        "excluded_by": chosen.excluded_by or None,
        "rivals": chosen.rivals or None,
        "requires_other": chosen.requires_other or None,
        "months": chosen.months,
        "month_factor": chosen.month_factor,
        "separate": chosen.separate or None,
        "lightning": chosen.lightning or None,
    }
    rows = yaku_options()
    noted = (note(name),) if chosen.points else ()
    return tuple(one for one in noted if one is not None) + tuple(
        say(
            "%(option)s: %(value)s",
            option=say(rows[key].title),
            value=value(f"yaku.{name}.{key}", one, rules),
        )
        for key, one in (made | special).items()
        if one is not None
    )
