// The board while it is being filled: number steppers, whole months, cards that others hold, the live line and
// the questions. The form works without this, only slower.

import { ask, unanswered } from "./asks.js";
import {
  blank, boxes, circumstances, handOver, hasCards, lookUp, markTaken, markWhole, number, pile, result,
  scoringOf, showEntered, takeMonth, tapped, winner,
} from "./board_fields.js";
import { keepDraft } from "./draft.js";
import {
  hint, keepFitting, payment, reckoning, ruinedYaku, scored, unstopped, writeLines,
} from "./live_line.js";
import { catchUp, offerNext } from "./next_round.js";
import { sendInstead } from "./outbox.js";
import { cards, ids, NONE, size } from "./scorer/cards.js";
import { score, together } from "./scorer/evaluate.js";
import { nextCards } from "./scorer/next_cards.js";
import { fill } from "./sentences.js";
import { markQuick } from "./steppers.js";
import { isOn } from "./switches.js";
import { stayAwake } from "./wake_lock.js";

const LEAST_IDLE = 5; // milliseconds, in which a slow phone follows a tap
const later = window.requestIdleCallback ?? setTimeout;

/** Makes the board of this page work. */
export function startBoard() {
  document.querySelectorAll("[data-board]").forEach(board);
}

/** What every board does; that of another game than Koi-Koi has a script of its own for what its cards are worth. */
function board(form) {
  const steps = form.querySelector("[data-first-steps]");
  if (isOn("scored", false)) steps?.remove();
  else steps?.removeAttribute("hidden");
  if (!("single" in form.dataset)) catchUp(form);
  const { plan, words } = scoringOf(form);
  const follow = (touched) => form.dataset.board || refresh(form, plan, words, touched);
  let seat = null;
  form.addEventListener("input", ({ target }) => {
    if (target.name === "result") {
      dropRefusal(target.closest("fieldset"));
      showEntered(form);
      seat = handOver(form, seat, winner(form));
    }
    if (target.name?.startsWith("whole-")) takeMonth(form, target);
    follow(target);
  });
  keepDraft(form);
  seat = tapped(form);
  markQuick(form);
  const [live] = lookUp(form, "[data-live]");
  live.addEventListener("click", ({ target }) => target.closest("p") && live.classList.toggle("open"));
  keepFitting(live);
  askBeforeThrowing(form);
  oneSaveOnly(form);
  form.querySelector("[data-clear]")?.addEventListener("click", (event) => {
    event.preventDefault();
    clear(form);
    seat = tapped(form);
  });
  if (!("single" in form.dataset)) {
    stayAwake();
    sendInstead(form);
    offerNext(form);
  }
  follow();
  if (!form.dataset.board) workAhead(form, plan, words);
}

/** Empties a board that began with what an undo took back. */
function clear(form) {
  form.querySelector(".filled").remove();
  blank(form);
  for (const take of form.querySelectorAll("[data-take]")) take.hidden = false; // what other phones handed in
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Asks before a round is saved without the cards that are tapped. */
function askBeforeThrowing(form) {
  const question = form.querySelector("[data-away]");
  if (!question) return;
  const close = () => (question.hidden = true);
  form.addEventListener("submit", (event) => {
    if (!event.submitter?.matches('[name="other"][data-ends]') || !hasCards(form)) return;
    event.preventDefault();
    question.querySelector('[name="away"]').value = event.submitter.value;
    question.hidden = false;
    form.addEventListener("input", close, { once: true });
  });
  question.querySelector("[data-keep]").addEventListener("click", (event) => {
    event.preventDefault();
    close();
  });
}

/** Takes away what refused the ending, now that another one is said: it would take room from the cards. */
function dropRefusal(endings) {
  const refusal = document.getElementById(endings.getAttribute("aria-describedby"));
  refusal?.parentElement.remove();
  endings.removeAttribute("aria-invalid");
  endings.removeAttribute("aria-describedby");
}

/** Says on a phone that has never saved a round what to do, in place of the live line: who stopped, the cards, Save. */
function explain(form, isEmpty) {
  const [steps] = lookUp(form, "[data-first-steps]");
  if (!steps) return;
  const isFirst = winner(form) === null;
  const isShown = (isFirst || isEmpty) && !["nobody", "other"].includes(result(form));
  steps.classList.toggle("shown", isShown);
  if (isShown) [...steps.children].forEach((step, index) => {
    step.setAttribute("aria-current", index === (isFirst ? 0 : 1) ? "step" : "false");
  });
}

/** Taps every card on and off on a copy, while nothing else is to be done: taps would otherwise wait for the compiler. */
function workAhead(form, plan, words) {
  const copy = form.cloneNode(true);
  const all = boxes(copy, tapped(copy) ?? 0);
  const left = [...all, ...all];
  const work = (idle) => {
    do {
      const box = left.pop();
      box.checked = !box.checked;
      refresh(copy, plan, words, box);
    } while (left.length && idle?.timeRemaining() > LEAST_IDLE);
    if (left.length) later(work);
  };
  later(work);
}

/** Brings the live line, the marks on the cards and the open questions up to date after what was entered last, or all. */
function refresh(form, plan, words, touched) {
  markTaken(form, words, touched);
  markWhole(form, touched);
  const seat = tapped(form);
  const held = seat === null ? null : pile(form, plan, seat);
  const isEmpty = !held?.chaff && !size(held?.cards ?? NONE);
  explain(form, isEmpty);
  if (!isEmpty) return showPile(form, plan, words, seat, held);
  mark(form, seat, [], []);
  ask(form, words, seat, seat === null && words.players ? lastCaller(form, words) : []);
  const said = result(form) === "nobody" ? everybody(form, plan, words) : "";
  const rare = seat !== null && winner(form) === null ? words.says.rare : ""; // before anything is entered
  writeLines(lookUp(form, "[data-live]")[0], [ending(form, plan, words), ""], said, rare);
}

function showPile(form, plan, words, seat, held) {
  const at = circumstances(form, words, seat);
  const worth = score(plan, held, at);
  const made = worth.lines.flatMap((line) => ids(plan, line.cards));
  const taken = boxes(form, seat).filter((box) => box.disabled).map((box) => box.value);
  const [next] = nextCards(plan, held, at, { gone: cards(plan, [...words.gone, ...taken]), few: 1 });
  const ruined = ruinedYaku(plan, held, at, words);
  const [yaku, end] = worth.lines.length ? reckoning(worth, words) : ["", ""];
  const line = [[yaku, ruined].filter(Boolean).join("; ") || words.says.none, end];
  const near = ruined ? "" : hint(plan, held, worth, next, seat, words);
  const isOpen = winner(form) === null;
  const paid = () => (words.everyone?.stopped && everybody(form, plan, words)) || payment(worth, seat, words);
  const said = isOpen ? words.says.first : paid();
  mark(form, seat, made, next?.cards ?? []);
  ask(form, words, seat, isOpen ? [] : unanswered(form, plan, words, seat, held, at));
  writeLines(lookUp(form, "[data-live]")[0], line, said, near);
}

/** The live line while no cards are tapped. */
function ending(form, plan, words) {
  switch (tapped(form) ?? result(form)) {
    case "nobody": return exhausted(form, plan, words);
    case "other": return words.says.other;
    default: return winner(form) === null ? words.says.first : words.says.tap;
  }
}

/** The score of what is entered of a seat's pile. */
const worthOf = (form, plan, words) => (seat) => score(plan, pile(form, plan, seat), circumstances(form, words, seat));

/** What each player makes where more than one scores. */
function everybody(form, plan, words) {
  const seats = [...words.players.keys()], scores = seats.map(worthOf(form, plan, words));
  const nobody = result(form) === "nobody", first = winner(form);
  if (words.everyone.takes && !nobody && first !== null) {
    const order = [first, ...seats.filter((seat) => seat !== first)].map((seat) => scores[seat]);
    return payment(together(plan, circumstances(form, words, first), order), first, words);
  }
  const points = nobody ? unstopped(scores, callersOf(form, words), words) : scores.map((worth) => worth.points);
  return scored(points, words);
}

/** What a round pays when nobody stopped. */
function exhausted(form, plan, words) {
  const seats = [...words.players.keys()], callers = callersOf(form, words);
  const worth = worthOf(form, plan, words);
  const last = callers.length > 1 ? Number(form.elements["last-caller"]?.value || NaN) : callers[0];
  const paid = words.last_caller && callers.includes(last) ? payment(worth(last), last, words) : "";
  const held = callers.length || seats.some((seat) => worth(seat).base);
  return fill(words.says.nobody, { result: paid || words.exhausted[held ? "held" : "none"] });
}

/** Marks the cards that make a yaku, and those of which one more would bring points; few differ after a tap. */
function mark(form, seat, made, near) {
  const before = marked.get(form) ?? new Map([...form.querySelectorAll(".makes, .near")].map((card) => [card, ""]));
  const now = new Map();
  for (const { value, parentElement: card } of made.length || near.length ? boxes(form, seat) : []) {
    if (made.includes(value)) now.set(card, "makes");
    else if (near.includes(value)) now.set(card, "near");
  }
  for (const [card, kind] of before) if (kind !== now.get(card)) card.classList.remove("makes", "near");
  for (const [card, kind] of now) if (kind !== before.get(card)) card.classList.add(kind);
  marked.set(form, now);
}

const marked = new WeakMap(); // the marks of a form: which card has which

/** The seats that called koi-koi. */
function callersOf(form, words) {
  return [...words.players.keys()].filter((seat) => number(form, `calls-${seat}`));
}

/** The question who called last, where several called and nobody stopped; otherwise none. */
function lastCaller(form, words) {
  const nobody = result(form) === "nobody";
  const callers = callersOf(form, words);
  const said = callers.map(String).includes(form.elements["last-caller"]?.value);
  return nobody && words.last_caller && callers.length > 1 && !said ? ["last-caller"] : [];
}

/** Saves once on a double tap. */
function oneSaveOnly(form) {
  let last = -Infinity;
  form.addEventListener("submit", (event) => {
    if (event.submitter?.matches("[data-referee]")) return;
    const now = performance.now();
    if (now - last < 300 || ("asking" in form.dataset && event.submitter?.matches("[data-save]"))) event.preventDefault();
    last = now;
  });
}
