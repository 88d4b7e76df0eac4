"""A match: begun, shown as the notepad, taken back, deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, get_template_attribute, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from ...house_rules.exchange import code_of_rules
from ...koikoi.errors import BadRecord, BadRuleset, KoikoiError, NotAllowed
from ...koikoi.match.events import AnyEvent, TakenBack
from ...koikoi.match.follow import follow_all
from ...koikoi.match.match import Match
from ...koikoi.match.start import again
from ...koikoi.match.undo import entry_id_of, of_the_round, undo
from ...koikoi.rules.deal import player_numbers
from ...koikoi.rules.loader import DEFAULT
from ...koikoi.rules.options.row import COUNTED
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import options
from ...sentences import Refusal
from ...store import Conflict, InBin, NoSuchMatch
from ..access.current_phone import may, note_beginning, sees_all
from ..context import begin_by, last_rules, players_here, shelf, store
from ..forms.fields import ExactText, TypedForm
from ..forms.request import form_texts, from_address, from_body, new_id, way_to
from ..language import translate
from ..match_repository import (
    append,
    begin,
    entry_id,
    entry_of,
    is_stored,
    known_seq,
    load,
    load_or_none,
    save,
    taken_back_by,
)
from ..rounds.save import to_page
from ..rules.choices_form import ChoicesForm
from ..rules.descriptions import rule_choices
from ..rules.exchange import code_to_save
from ..rules.options_form import Sent
from ..rules.places import OWN
from ..rules.rule_sets import all_choices
from ..rules.views import RulesAddress
from . import new_match_form, offline_start
from .new_match_form import WITH_ANY_RULES, StartForm
from .notepad import notepad_of


def putting_back(match_id: str, seq: int) -> list[AnyEvent]:
    """The entry that undoes a take-back which ended with event ``seq``, the last of its match.

    Empty where that event belongs to no take-back. Sent twice, it is the same entry. Raises as the store
    does.
    """
    trees = store().events(match_id)[:seq]
    name = entry_id_of(trees[-1]["id"])
    undone = taken_back_by(trees, name)
    if not undone:
        return []
    entered = sum(entry_id_of(tree["id"]) == name for tree in trees) - len(undone)
    return entry_of(f"{name}-back", seq, [*[TakenBack()] * entered, *undone])


pages = Blueprint("matches", __name__)

_ENTERED = "entered"  # in the session: the form as it was left for the page of its rules


class NewMatchAddress(TypedForm):
    """What a new match begins with: the players and rules of an earlier match, or a rule set."""

    again = ExactText()
    ruleset = ExactText()  # empty: that of the form that was left, or of the last match


class StepForm(TypedForm):
    """What is to be done with the form for a new match, beside starting it."""

    # "options": the form again, with the questions of the chosen rules; "choose": the page of all rule sets;
    # "rules": the page of those rules;
    # "own": the rule editor, with the answers and a yaku to describe;
    # "by …": the form again by the rule set with this id.
    step = ExactText()
    parts = ExactText()  # not empty: only the questions are sent back

    @property
    def instead(self) -> str:
        """The id of the rule set that was chosen in the form; empty where none was."""
        return str(self.step.data).partition(" ")[2]


@pages.get("/matches/new")
def new() -> ResponseReturnValue:
    """The form for a new match, also for a rematch (``?again=<match>``)."""
    address = from_address(NewMatchAddress)
    if (earlier := address.again.data) and not address.ruleset.data:
        return _form(new_match_form.rematch(load(earlier), earlier), {})
    entered = {"ruleset": last_rules(), **session.pop(_ENTERED, {})}
    if address.ruleset.data:
        kept = {name: text for name, text in entered.items() if name.startswith(WITH_ANY_RULES)}
        entered = {**kept, "ruleset": address.ruleset.data}
    texts = MultiDict({**entered, **form_texts(), "ruleset": entered["ruleset"]})
    return _form(StartForm(texts), {}, texts=texts)


@pages.post("/matches")
def create() -> ResponseReturnValue:
    """Start the match, or take another step with its form."""
    form, step = from_body(StartForm), from_body(StepForm)
    if step.instead or step.step.data == "choose":
        session[_ENTERED] = form.entered
        address: dict[str, Any] = {"for": "match", "chosen": form.ruleset.text}
        ways = (url_for("matches.new", ruleset=step.instead), url_for("rules.index", **address))
        return redirect(ways[0] if step.instead else ways[1], 303)
    if step.step.data == "options":
        if not step.parts.data:
            fields = [field for field in form_texts().items(multi=True) if field[0] not in ("id", "step")]
            return way_to("matches.new", fields) or _form(form, {}, entry_id())
        draw = get_template_attribute("matches/_options.html", "match_options")
        answers = new_match_form.answers(form, _shown_rules(form)[0], form_texts())
        return str(draw(**_questions(form, answers)))
    try:
        choices = new_match_form.answers(form, _chosen_rules(form), form_texts())
        if step.step.data in ("rules", "own"):
            return _to_the_rules(form, choices, to_own=step.step.data == "own")
        if choices.problems:
            return _form(form, {}, entry_id()), 422
        return _start(form, choices.rules)
    except new_match_form.Unclear as unclear:
        return _form(form, unclear.problems, entry_id()), 422
    except KoikoiError as error:
        return _form(form, {new_match_form.field_of(error): error}, entry_id()), 422
    except Conflict as conflict:  # the form was sent before, with other values
        return _form(form, {"name-0": conflict}, new_id()), 409


def _start(form: StartForm, rules: RuleSet) -> ResponseReturnValue:
    """Start the match of the form and go to its notepad. Raises Unclear, KoikoiError, Conflict."""
    match_id = entry_id()
    start = new_match_form.started(form, rules, match_id)
    begin(match_id, start, note_beginning)
    if said := new_match_form.said_of_dealer(form, rules, start):
        flash(translate(said))
    if form.ruleset.text not in (new_match_form.AGAIN, new_match_form.RECEIVED):  # may be kept nowhere else
        begin_by(form.ruleset.text)
    return to_page(url_for("matches.notepad", match_id=match_id), load(match_id))


@pages.get("/matches/<match_id>")
def notepad(match_id: str) -> ResponseReturnValue:
    return notepad_of(match_id, load(match_id))


@pages.post("/matches/<match_id>/rematches")
def play_again(match_id: str) -> ResponseReturnValue:
    """Start the same match again; the form's id is that of the new match, so a double tap starts only one.

    Where something must be agreed on before, such as the coins or a shorter length, the form asks.
    """
    rematch_id, match = entry_id(), load(match_id)
    try:
        begin(rematch_id, again(match), note_beginning)
    except (NotAllowed, BadRecord):
        return redirect(url_for("matches.new", again=match_id), 303)
    return redirect(url_for("matches.notepad", match_id=rematch_id), 303)


@pages.get("/matches/<match_id>/rules")
def rules_of(match_id: str) -> ResponseReturnValue:
    """The rules that a match is played by now, in words."""
    match, address = load(match_id), from_address(RulesAddress)
    return render_template(
        "matches/rules.html",
        match=match,
        match_id=match_id,
        rules=match.rules,
        code=code_to_save(match.rules, all_choices()) if may("rule_editor.create") else "",
        back=address.back.data,
    )


@pages.post("/matches/<match_id>/takebacks")
def take_back(match_id: str) -> ResponseReturnValue:
    """Undo: the last thing that was entered no longer counts, a whole round at once."""
    match = load(match_id)
    notepad = redirect(url_for("matches.notepad", match_id=match_id), 303)
    if is_stored(match_id):  # a double tap
        return notepad
    last = undo(match)
    if last is None:
        flash(_("There is nothing to undo."))
        return notepad
    undoing: list[AnyEvent] = [TakenBack() for _event in last.entry.events]
    # whole piles that were entered in the place of turns: those count again
    replaced = getattr(last.entry.events[-1], "turns", None)
    turns = taken_back_by(store().events(match_id), last.entry.id) if replaced else []
    try:
        after = append(match_id, [*undoing, *turns])
    except NotAllowed:  # of a full match: undo without those turns
        after = append(match_id, undoing[: len(of_the_round(last.entry.events))] if turns else undoing)
    flash(translate(last.done), url_for("matches.put_back", match_id=match_id, seq=after.seq))
    return notepad


@pages.post("/matches/<match_id>/takebacks/<int:seq>/reversal")
def put_back(match_id: str, seq: int) -> ResponseReturnValue:
    """What was undone counts again, as long as nothing was entered since."""
    match = load(match_id)
    sent = putting_back(match_id, seq) if match.seq == seq else []
    after = save(match_id, sent, follow_all(match, sent)) if sent else match
    saved = len(after.rounds) if len(after.rounds) > len(match.rounds) else None
    return redirect(url_for("matches.notepad", match_id=match_id, saved=saved), 303)


@pages.get("/matches/<match_id>/deletion")
def ask_to_discard(match_id: str) -> str:
    """Ask before a match is moved to the bin, even if it cannot be read."""
    last, match = store().last(match_id), load_or_none(match_id)
    return render_template("matches/deletion.html", match=match, match_id=match_id, last=last)


@pages.post("/matches/<match_id>/deletion")
def discard(match_id: str) -> ResponseReturnValue:
    """Move a match to the bin with all its rounds; asks again about one that went on meanwhile."""
    try:
        store().discard(match_id, known_seq())
    except Conflict:
        return redirect(url_for("matches.ask_to_discard", match_id=match_id), 303)
    except InBin:  # a double tap
        pass
    flash(_("The match is in the bin."), url_for("bin.restore_match", match_id=match_id))
    return redirect(url_for("home.index"), 303)


def _chosen_rules(form: StartForm) -> RuleSet:
    """The rule set of the form. Raises BadRuleset, also where the match before is gone."""
    return new_match_form.chosen_rules(form, shelf(), _again(form))


def _shown_rules(form: StartForm) -> tuple[RuleSet, Mapping[str, Refusal]]:
    """The rules that the form shows and sends on; the default, and why, where its own cannot be read."""
    try:
        return _chosen_rules(form), {}
    except BadRuleset as error:
        form.ruleset.process_data(DEFAULT)
        return _chosen_rules(form), {"ruleset": error}


def _again(form: StartForm) -> Match | None:
    """The match whose rules are to be those of the new one. Raises BadRuleset where it is gone."""
    if form.ruleset.text != new_match_form.AGAIN:
        return None
    try:
        if not may("matches.notepad", match_id=form.again.text):
            raise NoSuchMatch(form.again.text)
        return load(form.again.text)
    except NoSuchMatch as gone:
        raise BadRuleset(gone.sentence) from gone


def _to_the_rules(form: StartForm, choices: ChoicesForm, *, to_own: bool) -> ResponseReturnValue:
    """Leave the form for the rules that it says; what was entered is there again afterwards."""
    name = form.ruleset.text
    session[_ENTERED] = {**form.entered, **(choices.remembered if name != new_match_form.RECEIVED else {})}
    if name == new_match_form.AGAIN:
        return redirect(url_for("matches.rules_of", match_id=form.again.text, back="new"), 303)
    if name == new_match_form.RECEIVED:
        code = code_of_rules(shelf(), choices.base)
        return redirect(url_for("exchange.receiving", _anchor=code), 303)
    return redirect(
        choices.editing(name, OWN) if to_own else url_for("rules.show", name=name, back="new"), 303
    )


def _form(
    form: StartForm, problems: Mapping[str, Any], match_id: str | None = None, texts: Sent | None = None
) -> str:
    """The form; ``texts``: as it was left."""
    house = shelf()
    base, refused = _shown_rules(form)
    answers, problems = new_match_form.answers(form, base, texts or form_texts()), {**refused, **problems}
    chosen = rule_choices([form.ruleset.text], house.find) if house.find(form.ruleset.text) else []
    here = players_here()
    known, offered = new_match_form.player_names(store(), here) if sees_all() else (here, here)
    return render_template(
        "matches/new.html",
        form=form,
        rule_set=answers.rules,
        **_questions(form, answers),
        problems={field: translate(problem) for field, problem in problems.items()},
        special=next((choice for choice in chosen if choice.in_words), None),
        asked=new_match_form.asked(len(form.seats), answers.rules) if "deal" in problems else None,
        usual=new_match_form.asked(max(player_numbers(answers.rules)), answers.rules),
        known_names=known,
        offered_names=offered,
        says=offline_start.says(answers.rules),
        other_games=all_choices(COUNTED),
        plays_for_coins="settlement.purse" in options(answers.rules.game),
        seats=new_match_form.seat_fields(form, answers.rules),
        id=match_id or new_id(),
    )


def _questions(form: StartForm, answers: ChoicesForm) -> dict[str, Any]:
    """What the questions of the chosen rules are drawn from."""
    return {
        "answers": answers,
        "ruleset": form.ruleset.text,
        "asked_here": new_match_form.ASKED_HERE,
        "first_dealer": new_match_form.who_deals_first(form.ruleset.text, answers.rules),
    }
