// What is entered on the board: whose pile, which cards, which calls; and boxes that depend on each other.

import { cards } from "./scorer/cards.js";
import { readPlan } from "./scorer/plan.js";
import { fill } from "./sentences.js";

/** What the server wrote into the board for scoring: the plan, and the words. */
export const scoringOf = (form) => ({
  plan: readPlan(form.querySelector("[data-plan]").textContent),
  words: JSON.parse(form.querySelector("[data-words]").textContent),
});

/** The seat whose cards decide the round: who stopped, or the only one; null where nobody did. */
export function winner(form) {
  if ("single" in form.dataset) return 0;
  const said = result(form);
  return /^\d$/.test(said) ? Number(said) : null;
}

/** The seat whose cards can be tapped: before anybody stopped, the first. */
export function tapped(form) {
  return winner(form) ?? (result(form) ? null : 0);
}

/** Who stopped, as a text: a seat, "nobody" or "other"; undefined before anything is said. */
export const result = (form) => lookUp(form, '[name="result"]').find((choice) => choice.checked)?.value;

/** The boxes of the cards of a seat; of all seats if none is given. */
export const boxes = (form, seat = "") => lookUp(form, `[name^="cards-${seat}"]`);

/** Parts of a form, looked up once: these are not added or removed later, and every tap reads them. */
export function lookUp(form, selector) {
  if (!lookedUp.has(form)) lookedUp.set(form, {});
  return lookedUp.get(form)[selector] ??= [...form.querySelectorAll(selector)];
}

const lookedUp = new WeakMap();

/** The values of those of some fields that are ticked. */
export const checked = (form, selector) => lookUp(form, selector).filter((box) => box.checked).map((box) => box.value);

export function number(form, name) {
  return Number(lookUp(form, `[name="${name}"]`)[0]?.value || 0) || 0;
}

/** Whether something was entered into the board, so that it must not be replaced. */
export function isTyped(form) {
  return Boolean(form) && [...form.elements].some((field) => field.name && field.type !== "hidden" && changed(field));
}

function changed(field) {
  if (field.name === "result" && field.checked) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return "defaultValue" in field && field.value !== field.defaultValue;
}

/** The cards ticked for a seat, and how many chaff cards were counted beside the named ones. */
export function pile(form, plan, seat) {
  const ticked = new Set(checked(form, `[name="cards-${seat}"]`));
  for (const month of checked(form, `[name="whole-${seat}"]`)) {
    for (const id of ofMonth(plan, Number(month))) ticked.add(id);
  }
  const named = [...ticked].filter((id) => id[2] === "C").length;
  return { cards: cards(plan, ticked), chaff: Math.max(number(form, `chaff-${seat}`) - named, 0) };
}

function ofMonth(plan, month) {
  return plan.deck.filter((id) => Number(id.slice(0, 2)) === month);
}

/** What was entered besides the cards. */
export function circumstances(form, words, seat) {
  const calls = [];
  for (const { name, value } of lookUp(form, '[name^="calls-"]')) calls[name.slice("calls-".length)] = Number(value) || 0;
  calls[seat] ??= 0;
  const [brights] = checked(form, '[name="brights"]');
  return {
    own: calls[seat],
    others: calls.reduce((sum, times) => sum + times, 0) - calls[seat],
    callers: calls.filter((times, caller) => times && caller !== seat).length || 1,
    round: words.round ?? (number(form, "round") || null),
    dealt_brights: brights ? Number(brights) : null,
    field_months: checked(form, '[name="months"]').map(Number),
    called: words.called?.[seat] ?? null,
  };
}

/** Moves the cards tapped so far to the player who stopped instead. Returns the seat that now has them. */
export function handOver(form, from, to) {
  const mine = from === null ? [] : boxes(form, from).filter((box) => box.checked);
  const shown = form.elements[`show-${from}`]?.checked;
  if (to === null || to === from || shown || boxes(form, to).some((box) => box.checked)) return to ?? from;
  for (const box of mine) {
    const theirs = form.querySelector(`[name="cards-${to}"][value="${box.value}"]`);
    [box.checked, box.disabled, theirs.disabled, theirs.checked] = [false, false, false, true];
  }
  for (const box of form.querySelectorAll(`[name="whole-${from}"]:checked`)) {
    box.checked = false;
    form.querySelector(`[name="whole-${to}"][value="${box.value}"]`).checked = true;
  }
  for (const box of form.querySelectorAll(`[name="no"][value^="${from}."]:checked`)) {
    box.checked = false;
    form.querySelector(`[name="no"][value="${to}${box.value.slice(1)}"]`).checked = true;
  }
  const [old, now] = [form.elements[`chaff-${from}`], form.elements[`chaff-${to}`]];
  if (old && now && now.value === "0") [old.value, now.value] = ["0", old.value];
  return to;
}

/** Shows piles with cards as long as nobody stopped: they would be saved unseen. */
export function showEntered(form) {
  for (const box of lookUp(form, '[name^="show-"]')) {
    const seat = box.name.slice("show-".length);
    const entered = boxes(form, seat).some((box) => box.checked) || number(form, `chaff-${seat}`);
    if (result(form) !== "nobody" && "nobody" in box.dataset) {
      box.checked = false;
      delete box.dataset.nobody;
    } else if (result(form) === "nobody" && entered && !box.checked) {
      box.checked = true;
      box.dataset.nobody = "";
    }
  }
}

/** Ticks or unticks the cards of a month as its box for the whole month is. */
export function takeMonth(form, box) {
  const seat = box.name.slice("whole-".length);
  const month = box.value.padStart(2, "0");
  for (const card of boxes(form, seat)) {
    if (card.value.startsWith(month) && !card.disabled) card.checked = box.checked;
  }
}

/** Ticks the box for a whole month while all its cards on the page are ticked. */
export function markWhole(form, touched) {
  for (const box of lookUp(form, '.all [name^="whole-"]')) {
    const seat = box.name.slice("whole-".length);
    const month = box.value.padStart(2, "0");
    if (isCard(touched) && !touched.value.startsWith(month)) continue;
    box.checked = boxes(form, seat).every((card) => card.checked || !card.value.startsWith(month));
  }
}

/** Disables the cards that another player holds, and names the holder, in the piles that are shown; where a card was
 *  `touched` it alone may have another holder. */
export function markTaken(form, words, touched, shown = (seat) => isShown(form, seat)) {
  if (!words.players || (isCard(touched) && words.players.filter((_, seat) => shown(seat)).length < 2)) return;
  const seatOf = (box) => Number(box.name.slice("cards-".length));
  const all = isCard(touched) ? lookUp(form, `[name^="cards-"][value="${touched.value}"]`) : boxes(form);
  const holders = new Map(all.filter((box) => box.checked).map((box) => [box.value, seatOf(box)]));
  for (const box of all) {
    const seat = seatOf(box), holder = holders.get(box.value) ?? seat;
    if (box.disabled !== (holder !== seat) && shown(seat)) label(box, holder === seat ? null : holder, words);
  }
}

const isCard = (touched) => touched?.name?.startsWith("cards-");

const isShown = (form, seat) => seat === tapped(form) || Boolean(lookUp(form, `[name="show-${seat}"]`)[0]?.checked);

function label(box, holder, words) {
  box.disabled = holder !== null;
  box.parentElement.querySelector(".taken")?.remove();
  if (holder === null) return;
  const note = document.createElement("span");
  note.className = "taken";
  const name = words.players[holder];
  const sentence = fill(words.says.taken, { player: name });
  note.append(text(words.initials?.[holder] ?? name, "", true), text(`, ${sentence}`, "visually-hidden"));
  box.parentElement.append(note);
}

/** A span with some words, `hidden` from screen readers or not. */
function text(words, kind, hidden = false) {
  const span = document.createElement("span");
  span.textContent = words;
  span.className = kind;
  if (hidden) span.setAttribute("aria-hidden", "true");
  return span;
}

/** Whether cards of any player are tapped or counted; not as another phone handed them in. */
export function hasCards(form) {
  const handed = [...(form.dataset.handed ?? "")];
  const isTouched = (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const ofSeat = (seat) => [...boxes(form, seat), ...lookUp(form, `[name="chaff-${seat}"]`)];
  return [..."0123"].some((seat) => {
    if (handed.includes(seat)) return ofSeat(seat).some(isTouched);
    return boxes(form, seat).some((box) => box.checked) || number(form, `chaff-${seat}`) > 0;
  });
}

/** Clears everything that was entered; no brights dealt is the usual answer. */
export function blank(form) {
  for (const gone of form.querySelectorAll('[type="hidden"]:is([name="ruling"], [name="kept"], [name^="dealt-"])')) gone.remove();
  for (const field of [...form.elements].filter(({ name, type }) => name && type !== "hidden")) {
    const isTick = field.type === "checkbox" || field.type === "radio";
    if (isTick) field.checked = (field.name === "brights" && field.value === "0") || "always" in field.dataset;
    else if (field.localName !== "button") field.value = field.type === "number" ? field.min : "";
    [field.defaultChecked, field.defaultValue] = [field.checked, field.value]; // what counts as nothing entered
  }
}
