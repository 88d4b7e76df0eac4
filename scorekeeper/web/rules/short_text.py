"""A rule set in a few lines, as a message to a friend."""

from __future__ import annotations

from typing import Final

from flask_babel import gettext as _
from flask_babel import ngettext

from ...koikoi.rules.diff import changes_by_key, own_yaku
from ...koikoi.rules.phrases import terms
from ...koikoi.rules.ruleset import RuleSet
from ...sentences import Sentence
from ..i18n import translate

MOST_CHANGES: Final = 10


def short_text(rule_set: RuleSet, above: RuleSet, link: str) -> str:
    """The title, what the rule set changes above another one, and the link; ``link`` may be empty.

    Of many changes only the first MOST_CHANGES.
    """
    changed = changes_by_key(above, rule_set)
    lines = [translate(rule_set.title), _("Koi-Koi rules")]
    if changed:
        lines[1] = _("Koi-Koi rules, based on “%(title)s”:", title=translate(above.title))
    for key, (option, _before, now) in changed[:MOST_CHANGES]:
        made = [translate(words) for words in _made(key, rule_set)]
        lines.append(f"• {translate(option)}: {'; '.join([translate(now), *made])}")
    if more := len(changed) - MOST_CHANGES:
        lines += [ngettext("… and %(num)d more", "… and %(num)d more", more)] if more > 0 else []
    return "\n".join([*lines, *(("", link) if link else ())])


def _made(key: str, rule_set: RuleSet) -> tuple[Sentence, ...]:
    """What makes a yaku of the table's own, where it is the change; its cards by name."""
    name = key.removeprefix("yaku.")
    return terms(name, rule_set) if name in own_yaku(rule_set) else ()
