"""What the rule editor shows of a form: topics and sections, what is open, what is changed, wrong or odd.

At the top are the questions of a booklet, and how each is answered. Most of the page is folded, all of it is
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.rules import phrases
from ...koikoi.rules.options.row import GameId
from ...koikoi.rules.options.yaku import YakuOptions
from ...koikoi.rules.questions import ELSE, Question, QuestionTopic, summed_up, taken, topic_of, topics
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import OptionSection, option, sections
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.scoring.rule_warnings import RuleWarning, rule_warnings
from ...sentences import N_, Sentence
from ..language import translate
from .changes import changes
from .edited_rules import EditedRules
from .form import QUESTION, HouseRulesForm, with_id
from .option_search import Hit, hits
from .places import ASK, OWN, OptionPlace, belongs, folds_around, place_of
from .trial import ShownTrial
from .yaku_fields import NEW

_NAMES: Final = {
    "": N_("These rules"),
    "title": N_("Name of these rules"),
    "about": N_("About these rules"),
    "pair": N_("Yaku that do not count together"),
    "yaku": N_("Yaku"),
    f"yaku.{NEW}": N_("Add a yaku"),
}


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


class PlacedWarning(NamedTuple):
    """What is odd, where it is said, and what its field is called."""

    warning: RuleWarning
    place: OptionPlace
    name: Sentence | str


class Editor:
    """The page of a form.

    ``show``: the fold that is open; ``sought``: the words that are searched for.
    """

    def __init__(
        self,
        edited: EditedRules,
        form: HouseRulesForm,
        problems: Mapping[str, Sentence] | None = None,
        show: str = "",
        sought: str = "",
    ) -> None:
        self.edited, self.form, self.problems = edited, form, problems or {}
        self.game = form.base.game
        self.show, self.sought = show, sought
        self.topics = topics(self.game)  # what tables differ in, each a fold with its questions
        self.sections = _sections(self.game)
        whole, added = form, ""  # with the yaku that is being added among the others, and its id
        if form.sent is not None:
            sent, added = with_id(form.sent, form.base)
            whole = edited.form(sent) if added else form
        checked = whole.so_far
        self.named = _named(whole)
        self.changes = changes(whole, self.named, checked.playable)
        self.number_of_changes: Mapping[str, int] = Counter(  # within each fold
            fold for change in self.changes for fold in folds_around(self._place(change.key).fold)
        )
        self.answers = {topic.id: summed_up(topic, whole.tree, self.named) for topic in self.topics}
        own = [name for name in form.yaku_names if name not in KNOWN]
        self.trial = ShownTrial(whole, checked, {**{name: name for name in own}, NEW: added})
        self.warnings = self._warnings()

    def asked(self, topic: QuestionTopic) -> list[EditorQuestion]:
        """The questions of a topic."""
        return [self._asked(question) for question in topic.choices]

    def fields(self, section: OptionSection) -> list[Any]:
        """The fields of a section, without those that a question asks for."""
        return self.form.fields(_rest_of(section.id, self.game))

    @property
    def hits(self) -> list[Hit] | None:
        """What has the words that are searched for, if any are."""
        return hits(self.sought, self.game) if self.sought else None

    def is_open(self, fold: str) -> bool:
        """Whether a fold is open: something in it is wrong or asked for, or not as in the parent.

        A topic says in its line how it stands. Of several yaku of one's own that were changed none is open.
        """
        if fold in self._wanted:
            return True
        alone = not fold.startswith("own.") or self.number_of_changes[OWN] == 1
        return bool(self.number_of_changes[fold]) and alone and not fold.startswith(ASK)

    @cached_property
    def _wanted(self) -> set[str]:
        folds = [self.show, *(self._place(field).fold for field in self.problems)]
        return {wanted for fold in folds for wanted in folds_around(fold)}

    def _place(self, field: str) -> OptionPlace:
        return place_of(field, self.game)

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
        _, yaku, setting = key.split(".")
        note = phrases.note(yaku) if setting == "points" else None
        return AskedField(field, phrases.yaku(yaku, self.named), note or "")

    def _warnings(self) -> list[PlacedWarning]:
        """What is odd about the rules that the form says, and not about their parent already.

        Nothing while they cannot be played.
        """
        now = rule_warnings(self.trial.rules) if self.trial.rules else ()
        before = rule_warnings(self.form.parent) if now else ()
        fresh = [warning for warning in now if warning not in before]
        return [PlacedWarning(one, self._place(one.option), self._name_of(one.option)) for one in fresh]

    @cached_property
    def names(self) -> dict[str, str]:
        """What each yaku of the form is called, in the reader's language."""
        return {name: translate(phrases.yaku(name, self.named)) for name in self.form.yaku_names}

    @property
    def named_problems(self) -> list[tuple[str, Sentence | str]]:
        """Every problem by its field, and what that is called."""
        return [(field, self._name_of(field)) for field in self.problems]

    def yaku(self, *, own: bool) -> list[Any]:
        """The fields of the known yaku, or of a table's own."""
        return [self.form.yaku(name) for name in self.form.yaku_names if (name not in KNOWN) == own]

    def payments(self) -> list[Any]:
        """The fields of the known yaku whose points no question asks for."""
        return [yaku for yaku in self.yaku(own=False) if f"yaku.{yaku.id}.points" not in topic_of()]

    def is_whole(self, yaku: Any) -> bool:
        """Whether all fields of an own yaku are shown: it is open, was sent, or is not as it is kept."""
        as_kept = self.form.tree["yaku"][yaku.id] == self.form.values["yaku"].get(yaku.id)
        return self.is_open(f"own.{yaku.id}") or bool(yaku["made"].raw_data) or not as_kept

    def changed(self, yaku: str) -> bool:
        """Whether a yaku is not as it is in the parent."""
        return bool(self.form.tree["yaku"][yaku] != self.form.yaku_above(yaku))

    def _name_of(self, field: str) -> Sentence | str:
        """What a field is called, for the list of problems."""
        if field in _NAMES:
            return _NAMES[field]
        if field.startswith("yaku.") and field.count(".") == 1:
            return phrases.yaku(field.split(".")[1], self.named)
        key = field if option(field) else field.rpartition(".")[0]  # a number beside a choice
        return phrases.title(key, self.named)


def _named(form: HouseRulesForm) -> RuleSet:
    """The rule set with the names of the form's own yaku, for naming them."""
    own = {
        name: YakuOptions(name=form.yaku(name)["name"].text or None)
        for name in form.yaku_names
        if name not in KNOWN
    }
    return msgspec.structs.replace(form.base, yaku={**form.base.yaku, **own})


@cache
def _sections(game: GameId) -> tuple[OptionSection, ...]:
    """The sections of a game with what no question asks for."""
    return tuple(row for row in sections(game).values() if row.id == "yaku" or _rest_of(row.id, game))


@cache
def _rest_of(section: str, game: GameId) -> tuple[str, ...]:
    """The keys of the options of a section of a game that no question asks for."""
    rows = sections(game)[section].options
    return tuple(row.key for row in rows if row.game in ("", game) and row.key not in topic_of(game))
