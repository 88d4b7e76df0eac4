"""Settings in words: what an option is called, and what its value means at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...sentences import N_, Sentence, count, say
from ..cards import BY_ID
from .deal import TEYAKU, field_size, hand_size
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
    """A yaku's name; also of a table's own yaku and of the lucky hands."""
    if name in KNOWN:
        return say(KNOWN[name].name)
    if name in TEYAKU:
        return say(TEYAKU[name][0])
    own = rules.yaku.get(name)
    return say("%(name)s", name=(own.name if own else None) or name)


def note(name: str) -> Sentence | None:
    """What the name of a known yaku leaves open, in a few words."""
    return say(KNOWN[name].note) if name in KNOWN and KNOWN[name].note else None


def value(key: str, setting: Any, rules: RuleSet) -> Sentence:
    """What a setting means, for people: "the loser of the round", "× 2 from 7 points"."""
    known = option(key)
    if key == "match.dealer_after_draw" and rules.match.next_dealer in ("same", "alternate"):
        return say("as after any other round")
    if key.startswith("yaku.") and key.endswith(".points") and not setting:
        return say("not played")
    if setting is None:
        return _when_off(key)
    if setting == 0 and key in _NOT_PLAYED_AT_ZERO:
        return say("not played")
    if isinstance(setting, bool):
        return say("yes") if setting else say("no")
    if isinstance(setting, str | int) and known and setting in known.values:
        return say(known.values[setting])
    if isinstance(setting, str):
        return say("%(text)s", text=setting)
    if isinstance(setting, Mapping):
        return _table(key, setting)
    if isinstance(setting, Sequence):
        return _list(key, setting, rules)
    if key == "match.tie":
        return count("%(n)d more round", "%(n)d more rounds", setting)
    return say("%(number)s", number=setting)


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
    """What it means when an option is not set."""
    _, name, option_key = key.split(".", 2) if key.startswith("yaku.") else ("", "", "")
    if option_key == "min" and name in KNOWN:
        return say("%(number)s", number=KNOWN[name].size)
    return say(_WHEN_OFF.get(key, "off"))


def changes(before: RuleSet, after: RuleSet) -> tuple[tuple[Sentence, Sentence, Sentence], ...]:
    """What a rule set changes: the option, its value before, its value now.

    A table's own yaku that only one of the two has is one change, not one for each of its settings.
    """
    rest = [
        difference
        for difference in differences(before, after)
        if not _of_one_side(difference.key, before, after) and not same_deal(difference.key, before, after)
    ]
    alone = [name for name in (before.yaku | after.yaku) if (name in before.yaku) != (name in after.yaku)]
    return (
        *(_change(before, after, difference) for difference in rest),
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
    settings = rules.yaku.get(name)
    if settings is None or not settings.points:
        return say("not played")
    return count("%(n)d point", "%(n)d points", settings.points)


def _change(before: RuleSet, after: RuleSet, difference: Difference) -> tuple[Sentence, Sentence, Sentence]:
    return (
        title(difference.key, after),
        value(difference.key, difference.before, before),
        value(difference.key, difference.after, after),
    )


def _list(key: str, items: Sequence[Any], rules: RuleSet) -> Sentence:
    if not items:
        return say("none")
    parts = [_item(key, item, rules) for item in items]
    words = parts[0]
    for part in parts[1:]:
        words = say("%(one)s, %(other)s", one=words, other=part)
    return words


def _item(key: str, item: Any, rules: RuleSet) -> Sentence:
    if item in rules.yaku or item in KNOWN:
        return yaku(item, rules)
    if isinstance(item, str) and item in BY_ID:
        return say("%(month)d %(card)s", month=BY_ID[item].month, card=say(BY_ID[item].name))
    return say("× %(factor)s", factor=item) if key == "multipliers.round" else say("%(number)s", number=item)


def _table(key: str, table: Mapping[str, Any]) -> Sentence:
    if table.get("holder"):
        return _for_holders(table)
    if "dealer" in table:
        if table.get("other"):
            return say(
                "the dealer gets %(dealer)d, the others %(other)d",
                dealer=table["dealer"],
                other=table["other"],
            )
        return say("the dealer gets %(dealer)d", dealer=table["dealer"])
    if key == "multipliers.big":
        return _big(table)
    if key == "multipliers.field_brights":
        steps = "× 2, × 3, × 4 …" if table["form"] == "linear" else "× 1, × 2, × 3 …"
        return say("%(steps)s for one, two, three brights", steps=steps)
    if key.startswith("multipliers."):
        return say("%(steps)s", steps=_steps(table))
    parts = [
        count("%(coins)d for %(n)d round", "%(coins)d for %(n)d rounds", int(n), coins=c)
        for n, c in table.items()
    ]
    words = parts[0]
    for part in parts[1:]:
        words = say("%(one)s, %(other)s", one=words, other=part)
    return words


def _for_holders(shares: Mapping[str, Any]) -> Sentence:
    words = count(
        "whoever holds a yaku gets %(n)d point", "whoever holds a yaku gets %(n)d points", shares["holder"]
    )
    if not shares["dealer"] and not shares["other"]:
        return words
    return say("%(one)s, %(other)s", one=_table("", {**shares, "holder": 0}), other=words)


def _big(big: Mapping[str, Any]) -> Sentence:
    words = count(
        "× %(factor)d from %(n)d point", "× %(factor)d from %(n)d points", big["at"], factor=big["factor"]
    )
    if big["min_yaku"] > 1:
        words = count(
            "%(words)s of at least %(n)d yaku",
            "%(words)s of at least %(n)d yaku",
            big["min_yaku"],
            words=words,
        )
    return say("%(words)s, after other doublings", words=words) if big["on"] == "total" else words


def _steps(koi_factor: Mapping[str, Any]) -> str:
    factor = koi_factor["factor"]
    match koi_factor["form"]:
        case "flat":
            return f"× {factor}"
        case "linear":
            return ", ".join(f"× {1 + (factor - 1) * n}" for n in (1, 2, 3)) + " …"
        case "power":
            return ", ".join(f"× {factor**n}" for n in (1, 2, 3)) + " …"
        case _:
            return ", ".join(
                f"+{number}" if sign == "+" else f"× {number}" for sign, number in koi_factor["table"]
            )


def terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """What else holds for a yaku besides its points: the cards of a table's own yaku, and special terms."""
    settings = rules.yaku[name]
    usual = name in KNOWN and settings.min == KNOWN[name].size
    made = {
        "kind": settings.kind,
        "cards": settings.cards,
        "monthly": settings.monthly,
        "min": None if usual else settings.min,
        "not": settings.without or None,
    }
    special = {
        "after_koi": settings.after_koi,
        "replaces": settings.replaces or None,
        "excluded_by": settings.excluded_by or None,
        "rivals": settings.rivals or None,
        "requires_other": settings.requires_other or None,
        "months": settings.months,
        "month_factor": settings.month_factor,
        "separate": settings.separate or None,
        "lightning": settings.lightning or None,
    }
    rows = yaku_options()
    noted = (note(name),) if settings.points else ()
    return tuple(words for words in noted if words is not None) + tuple(
        say(
            "%(option)s: %(value)s",
            option=say(rows[key].title),
            value=value(f"yaku.{name}.{key}", setting, rules),
        )
        for key, setting in (made | special).items()
        if setting is not None
    )
