"""The page of the house-rules form: what of it is drawn, what is open, and where a problem is said.

Most of the form is folded away. A fold that nobody opened is not drawn: its settings stay as they are. A
button in it asks for it; where scripts run, they press that button and put only the fold into the page. At
the top are the questions of a booklet, and how each is answered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.rules import phrases
from ...koikoi.rules.options.yaku import YakuOptions
from ...koikoi.rules.questions import ELSE, Question, QuestionTopic, summed_up, taken, topic_of, topics
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import option, sections, value_at
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.scoring.rule_warnings import RuleWarning, rule_warnings
from ...sentences import N_, Sentence
from ..language import translate
from .changes import OptionChange, changes
from .form import ASK, OWN, QUESTION, HouseRulesForm, belongs, folds_around, rest_of
from .option_search import Hit, hits
from .trial import ShownTrial
from .yaku_fields import ALL_TERMS, CARD_LISTS, NEW, pays_more_by_terms


class EditorQuestion(NamedTuple):
    """A question as the page shows it. ``taken``: the id of the answer that is ticked, or ELSE."""

    question: Question
    name: str  # of its radio buttons
    taken: str
    fields: list[AskedField]  # empty where the ready answers are all there is


class AskedField(NamedTuple):
    """A field of a question. ``label``: the yaku that it is about, empty where its own title will do."""

    field: Any
    label: Sentence | str = ""
    hint: Sentence | str = ""  # what the name of the yaku leaves open


EVERYTHING: Final = "all"  # asks for every fold at once, but for these kinds: each of them is asked for alone
_ALONE: Final = frozenset(("own", "new", "terms", "hand", *CARD_LISTS))
_HEADINGS: Final = {
    **{section.id: section.title for section in sections().values()},
    OWN: N_("Yaku of your own"),
    "new": N_("Add a yaku"),
    "pairs": N_("Yaku that do not count together"),
    "terms": N_("Special rules for one yaku"),
    "also": N_("Cards needed besides"),
    "not": N_("Cards that do not count"),
    "ruined_by": N_("Cards that cancel it"),
    "hand": N_("Tap other cards"),
}
_NAMES: Final = {
    "": N_("These rules"),
    "title": N_("Name of these rules"),
    "about": N_("About these rules"),
    "pair": N_("Yaku that do not count together"),
}


class Fold(NamedTuple):
    """A part of the page that opens and closes."""

    id: str  # such as "match", "terms.tan" or "ask.dealer"
    heading: str  # empty where the name of its yaku stands there
    yaku: str  # the id of the yaku that it is about, if it is about one
    changes: int
    drawn: bool
    open: bool
    answers: Sequence[Sentence] = ()  # of a topic, how it stands; empty where that is a plain no
    asks: bool = False  # whether it is that of a topic

    @property
    def kind(self) -> str:
        """What is in it: the id, or of a yaku the part before it, such as "terms"."""
        return self.id.partition(".")[0]


class Editor:
    """The page of a form. ``opened``: the folds that the page had; ``wanted``: the one that is asked for.

    ``sought``: the words that are searched for; ``unfolded``: whether the list of changes is open.
    """

    def __init__(
        self,
        form: HouseRulesForm,
        problems: Mapping[str, Sentence],
        opened: Collection[str] = (),
        wanted: str = "",
        sought: str = "",
        unfolded: bool = False,
    ) -> None:
        self.form = form
        self.problems = problems
        self.sought, self.unfolded = sought, unfolded
        self.wanted = wanted if wanted == EVERYTHING or self.has(wanted) else ""
        self._opened = {*opened, self.wanted}
        self._troubled = {fold for field in problems for fold in folds_around(field)}

    @property
    def topics(self) -> list[Fold]:
        """What tables differ in, each a fold with its questions."""
        return [self.fold(f"{ASK}.{topic.id}") for topic in topics()]

    @property
    def sections(self) -> list[Fold]:
        """The folds of what no question asks for."""
        return [self.fold(name) for name in _sections()]

    @property
    def hits(self) -> list[Hit]:
        """What has the words that are searched for."""
        return hits(self.sought)

    @cached_property
    def changes(self) -> list[OptionChange]:
        """What is not as in the parent."""
        return changes(self.form, self.draft)

    def has(self, name: str) -> bool:
        """Whether the page has a fold of this id."""
        kind, _, yaku = name.partition(".")
        if not yaku:
            return name in _sections() or name in (OWN, "new", "pairs", "terms", "hand")
        if kind == ASK:
            return yaku in _topics()
        if yaku == NEW:
            return kind in ("terms", *CARD_LISTS)
        kinds = ("terms",) if yaku in KNOWN else ("own", "terms", *CARD_LISTS)
        return yaku in self.form.yaku_names and kind in kinds

    def fold(self, name: str) -> Fold:
        kind, _, yaku = name.partition(".")
        if kind == ASK:
            return self._topic_fold(name, _topics()[yaku])
        changes = self.form.changes(name) if name in (*_sections(), OWN) else 0
        opens = bool(changes) or self._asks_for(name) or self._differs(kind, yaku)
        added = yaku not in ("", NEW) and yaku not in self.form.base.yaku  # only the page knows what it is
        drawn = opens or added or name in self._opened
        return Fold(name, _heading(kind, yaku), yaku, changes, drawn, opens)

    def asked(self, fold: Fold) -> list[EditorQuestion]:
        return [self._asked(question) for question in _topics()[fold.id.partition(".")[2]].choices]

    def _asked(self, question: Question) -> EditorQuestion:
        """A question with its fields, which are shown where one of them is refused."""
        name, sent = f"{QUESTION}{question.id}", self.form.sent
        refused = any(belongs(field, question.keys) for field in self.problems)
        answer = None if refused or (sent and sent.get(name) == ELSE) else taken(question, self.form.tree)
        fields = [] if question.complete else [self._asked_field(key) for key in question.keys]
        return EditorQuestion(question, name, answer.id if answer else ELSE, fields)

    def _asked_field(self, key: str) -> AskedField:
        field = self.form.field(key)
        if not key.startswith("yaku."):
            return AskedField(field)
        _, yaku, option = key.split(".", 2)
        note = phrases.note(yaku) if option == "points" else None
        return AskedField(field, phrases.yaku(yaku, self.draft), note or "")

    def _topic_fold(self, name: str, topic: QuestionTopic) -> Fold:
        tree, above = self.form.tree, self.form.above
        changes = sum(value_at(tree, key) != value_at(above, key) for key in topic.keys)
        opens = self._asks_for(name)
        answers = summed_up(topic, tree, self.draft)
        return Fold(name, topic.question, "", changes, opens or name in self._opened, opens, answers, True)

    def _asks_for(self, name: str) -> bool:
        among_all = EVERYTHING in self._opened and name.partition(".")[0] not in _ALONE
        holds_wanted = name == "yaku" and self.wanted in ("pairs", "terms")  # they are folds inside it
        return among_all or name in self._troubled or name == self.wanted or holds_wanted

    @cached_property
    def draft(self) -> RuleSet:
        """The rule set with the names of the form's own yaku, for naming them."""
        own = {
            name: YakuOptions(name=self.form.yaku(name)["name"].text or None)
            for name in self.form.yaku_names
            if name not in KNOWN
        }
        return msgspec.structs.replace(self.form.base, yaku={**self.form.base.yaku, **own})

    @cached_property
    def trial(self) -> ShownTrial:
        """A hand to try with what the form says."""
        return ShownTrial(self.form)

    @cached_property
    def odd(self) -> tuple[RuleWarning, ...]:
        """What is odd about the rules that the form says, and not about their parent already.

        Nothing while they cannot be played.
        """
        odd = rule_warnings(self.trial.rules) if self.trial.rules else ()
        known = rule_warnings(self.form.parent) if odd else ()
        return tuple(other for other in odd if other not in known)

    def odd_in(self, *fields: str) -> list[RuleWarning]:
        """What is odd about some fields, about a part of one, or about the yaku that they are of."""
        return [odd for odd in self.odd if any(_is_about(odd.option, field) for field in fields)]

    @cached_property
    def named_odd(self) -> list[tuple[str, Sentence | str, RuleWarning]]:
        """What is odd, with the section in which its field is and what the field is called."""
        return [(folds_around(odd.option)[0], self._name_of(odd.option), odd) for odd in self.odd]

    @cached_property
    def names(self) -> dict[str, str]:
        """What each yaku of the form is called, in the reader's language."""
        return {name: translate(phrases.yaku(name, self.draft)) for name in self.form.yaku_names}

    @property
    def named_problems(self) -> list[tuple[str, Sentence | str]]:
        """Every problem by its field, and what that is called."""
        return [(field, self._name_of(field)) for field in self.problems]

    def yaku(self, *, own: bool) -> list[Any]:
        """The fields of the known yaku, or of a table's own."""
        return [self.form.yaku(name) for name in self.form.yaku_names if (name not in KNOWN) == own]

    @property
    def own_names(self) -> list[str]:
        """The ids of the table's own yaku, and of the one that is being added."""
        return [*(name for name in self.form.yaku_names if name not in KNOWN), NEW]

    def payments(self) -> list[Any]:
        """The fields of the known yaku whose points no question asks for."""
        return [yaku for yaku in self.yaku(own=False) if f"yaku.{yaku.id}.points" not in topic_of()]

    def changed(self, yaku: str) -> bool:
        """Whether a yaku is not as it is in the parent."""
        return bool(self.form.tree["yaku"][yaku] != self.form.yaku_above(yaku))

    def _differs(self, kind: str, yaku: str) -> bool:
        """Whether a fold about yaku is open from the start: it shows what is not as in the parent, its cards,
        or the first yaku of one's own, to be described. Of several of one's own none is."""
        if kind == "own":
            return self.form.changes(OWN) == 1 and self.changed(yaku)
        if kind == "new":
            return not self.yaku(own=True)
        if kind in CARD_LISTS:
            return bool(self.form.yaku(yaku)[kind].value)
        known = [name for name in self.form.yaku_names if name in KNOWN]
        return kind == "terms" and any(self._terms_differ(name) for name in ([yaku] if yaku else known))

    def _terms_differ(self, yaku: str) -> bool:
        settings, above = self.form.tree["yaku"].get(yaku), self.form.yaku_above(yaku)
        keys = (*ALL_TERMS, "extra") if pays_more_by_terms(yaku) else ALL_TERMS
        return any(above and settings[key] != above[key] for key in keys)

    def _name_of(self, field: str) -> Sentence | str:
        """What a field is called, for the list of problems."""
        if field in _NAMES:
            return _NAMES[field]
        if field.startswith("yaku.") and field.count(".") == 1:
            return phrases.yaku(field.split(".")[1], self.draft)
        key = field if option(field) else field.rpartition(".")[0]  # a number beside a choice
        return phrases.title(key, self.draft)


def _heading(kind: str, yaku: str) -> str:
    if kind == "own" or (kind == "terms" and yaku in KNOWN):
        return ""
    return N_("Special rules") if kind == "terms" and yaku else _HEADINGS[kind]


def _is_about(odd: str, field: str) -> bool:
    return belongs(odd, (field,)) or (odd.startswith("yaku.") and belongs(field, (odd,)))


@cache
def _sections() -> tuple[str, ...]:
    """The ids of the sections that have more than the questions ask for."""
    return tuple(name for name in sections() if name == "yaku" or rest_of(name))


@cache
def _topics() -> Mapping[str, QuestionTopic]:
    return {topic.id: topic for topic in topics()}
