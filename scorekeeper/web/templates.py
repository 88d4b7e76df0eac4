"""What templates may use: their globals and filters, all of them; and where they are kept when compiled."""

from __future__ import annotations

import sys
from collections.abc import Callable, MutableMapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any, Final

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache, compiler
from jinja2.bccache import Bucket
from markupsafe import escape

from .. import access
from ..fingerprints import fingerprint
from ..folders import beside
from ..koikoi.cards import BY_ID, MONTHS
from ..koikoi.compare.steps import in_words
from ..koikoi.figures.match_figures import yaku_called
from ..koikoi.match import explain
from ..koikoi.pile import pile
from ..koikoi.rules import phrases
from ..koikoi.rules.choices import agreed_title, as_read, choice_states
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.summary import beside_prices, prices, summary
from ..koikoi.scoring.plan import month_of
from ..languages import LANGUAGES
from ..sentences import Sentence, isolated, versus
from ..store import BIN_DAYS
from .access.current_phone import admission, may
from .access.link_matches import names_of
from .archive_view import remarks_of
from .assets import static
from .context import installation, why_no_phone_comes
from .figures import numbers
from .games import game_title, has_pages
from .guide.chart import why_multiplied
from .guide.options import option_address, what_is
from .guide.whose_rules import chapters, from_here
from .hand.address import telling_piles
from .hand.rescore import pile_address
from .history.evenings import evening_of_several
from .home import back_from_settings
from .hyphens import soft, soft_name
from .language import (
    added,
    amount,
    apart,
    as_it_stands,
    as_typed,
    day_element,
    dot,
    dotted,
    evening,
    language,
    listed,
    marked_up,
    marked_up_number,
    moment,
    remarked,
    signed,
    translate,
    valued,
)
from .leagues.exports import match_points
from .pocket import pocket
from .rules.descriptions import sections, yaku_lines
from .words import (
    KIND_MARKS,
    card_name,
    cards_of,
    kind_name,
    month_card,
    month_name,
    motif,
    plant,
    said_as,
    setting_of,
    yaku_marks,
)


class CompiledTemplates(FileSystemBytecodeCache):
    """In memory for all apps of a process, and in ``__pycache__`` beside the templates for the next process.

    The folder saves a server 2.3 of the 4 s of processor time that it works when it starts.
    """

    def __init__(self) -> None:
        # the options below, and what compiles: where one of them is another, so are all compiled templates
        made_by = (Path(str(file)) for file in (__file__, compiler.__file__))
        version = ".".join(fingerprint(path.parent, [path.name]) for path in made_by)
        super().__init__(str(beside("templates") / "__pycache__"), f"%s.{version}")
        self._codes: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._codes.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code
            return
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that a power cut has damaged
            bucket.reset()
        self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._remember(bucket)
        if not sys.dont_write_bytecode:
            with suppress(OSError):  # as where nobody may write, or on a full disk
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)

    def _remember(self, bucket: Bucket) -> None:
        self._codes[bucket.key] = bucket.checksum, bucket.code


class TemplateEnvironment(Environment):
    """No template has globals of its own."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals as they are. Each import of macros looks through all of them: in a chain of
        dictionaries, as usual, that takes 0.5 of the 4 ms of a page."""
        return self.globals if d is None else super().make_globals(d)


# Set before anything looks at the environment of the templates.
OPTIONS: Final = {
    "trim_blocks": True,
    "lstrip_blocks": True,
    "bytecode_cache": CompiledTemplates(),
    "finalize": apart,  # not in fields: ``as_typed``, ``bare``
}


def init_app(app: Flask) -> None:
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(gettext=marked_up, ngettext=marked_up_number)
    app.jinja_env.globals.update(_GLOBALS, authority=app.extensions["authority"])
    app.jinja_env.filters.update(_FILTERS)


def _running_text(sentences: Sequence[Sentence]) -> str:
    """Sentences as running text in the reader's language; no line breaks between × and its number."""
    return translate(phrases.running(sentences)).replace("× ", "×\N{NO-BREAK SPACE}")


def _full_title(rule_set: RuleSet) -> str:
    """The title of a rule set with what the players agreed on."""
    return translate(agreed_title(rule_set))


def _named(*functions: Callable[..., Any]) -> dict[str, Any]:
    """Functions that templates call as they are called here."""
    return {function.__name__: function for function in functions}


_GLOBALS: Final[dict[str, Any]] = {
    # the reader's language, cards and yaku
    **_named(
        as_typed,
        card_name,
        dot,
        kind_name,
        language,
        month_card,
        month_name,
    ),
    **_named(month_of, motif, plant, said_as, yaku_marks),
    "CARDS": BY_ID,
    "KIND_MARKS": KIND_MARKS,
    "MONTHS": MONTHS,
    "LANGUAGES": LANGUAGES,
    "yaku_named": yaku_called,
    # the page and this phone
    **_named(admission, back_from_settings, game_title, has_pages, installation, may, pocket, static),
    **_named(why_no_phone_comes),
    "bin_days": BIN_DAYS,
    # rule sets
    **_named(as_read, option_address, setting_of, what_is),
    "length_of": phrases.length,
    "prices_of": prices,
    "purse_of": phrases.purse,
    "rules_in_words": sections,
    "beside_prices": beside_prices,
    "choice_states": choice_states,
    "summary_of": summary,
    "terms_of": phrases.terms,
    "title_of": phrases.title,
    "value_of": phrases.value,
    "yaku_in_words": yaku_lines,
    "yaku_of": phrases.yaku,
    # matches, scores and links
    **_named(evening_of_several, numbers.in_hundreds, names_of, pile_address, remarks_of),
    **_named(telling_piles, why_multiplied),
    "circumstances_in_words": in_words,
    "guide_from_here": from_here,
    "guide_chapters": chapters,
    "reasons": explain,
}
_FILTERS: Final[dict[str, Any]] = {
    **_named(
        added,
        amount,
        dotted,
        evening,
        listed,
        moment,
        remarked,
    ),
    **_named(as_it_stands, signed, translate, valued, isolated, match_points),
    **_named(pile, versus),
    **_named(numbers.decimal, numbers.of_100, numbers.out_of, numbers.percent),
    **_named(numbers.share_range),
    "bare": escape,
    "full_title": _full_title,
    "cards": cards_of,
    "day": day_element,
    "hyphenated": soft,
    "hyphenated_name": soft_name,
    "thousands": numbers.whole,
    "phone_name": access.named,
    "running_text": _running_text,
}
