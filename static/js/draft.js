// Keeps what is being entered through rotation, reload, the back gesture and a closed tab.
// A draft is kept in this browser under the round it belongs to, until the round is saved.

import { ownName } from "./addresses.js";

const PREFIX = `${ownName("draft")} `;
const OLDEST = 3 * 24 * 3600 * 1000;
const PAUSE = 1000; // several taps are written at once

/** Keeps what is typed into a form under its data-draft name, and puts it back. */
export function keepDraft(form) {
  const name = form.dataset.draft;
  if (!name || !storage()) return;
  forgetOld();
  const early = tappedEarly(form);
  const draft = read(name);
  if (!draft && wayHere() !== "navigate") form.reset(); // the browser fills in what belongs to an earlier round
  restore(form, draft);
  for (const [field, checked] of early) field.checked = checked;
  let waiting = null;
  const keep = () => {
    clearTimeout(waiting);
    waiting = null;
    write(name, form);
    form.dispatchEvent(new Event("drafted", { bubbles: true }));
  };
  if (early.length) keep();
  form.addEventListener("input", () => (waiting ??= setTimeout(keep, PAUSE)));
  form.addEventListener("submit", keep);
  const keepNow = () => waiting && keep();
  addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", keepNow); // a hidden page may be closed without another event
}

/** Whether there is a draft under a data-draft name. */
export function hasDraft(name) {
  return Boolean(storage() && read(name));
}

/** Deletes the draft under a data-draft name. */
export function dropDraft(name) {
  storage()?.removeItem(PREFIX + name);
}

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // the browser keeps nothing for this page
  }
}

function read(name) {
  try {
    return JSON.parse(storage().getItem(PREFIX + name));
  } catch {
    return null;
  }
}

function write(name, form) {
  const skipped = new Set(["csrf_token", "id", "after", "shown", "step"]);
  const fields = [...new FormData(form)].filter(([field]) => !skipped.has(field));
  const { shown, after } = form.elements;
  try {
    storage().setItem(PREFIX + name, JSON.stringify({ at: Date.now(), fields, shown: shown?.value, after: after?.value }));
  } catch {
    // full or forbidden: the form itself still holds everything
  }
}

/** How the page was opened: "navigate", "reload", or "back_forward" through the history. */
export const wayHere = () => performance.getEntriesByType("navigation")[0]?.type;

/** What was tapped before this script ran: [field, checked], the checked fields last. */
function tappedEarly(form) {
  if (wayHere() !== "navigate") return []; // the browser itself restores older taps
  const tapped = [...form.elements].filter((field) => field.checked !== field.defaultChecked);
  return tapped.map((field) => [field, field.checked]).sort(([, checked], [, other]) => checked - other);
}

/** Puts a draft back into a form that shows the same cards. Where the board begins with what an undo took back, a draft
 *  from before that is only offered. */
function restore(form, draft) {
  if (!draft || draft.shown !== form.elements.shown?.value) return;
  const { filled, after } = form.elements;
  if (filled && Number(draft.after) < Number(filled.value)) return offer(form, draft);
  if (!filled && touched(form) && draft.after !== after.value) return; // the match has gone on since
  if (!draft.fields.some(([name]) => name === "filled")) filled?.parentElement.remove(); // it was cleared
  fillIn(form, draft);
}

function offer(form, draft) {
  const line = form.querySelector(".filled");
  for (const part of line.querySelectorAll("span, [data-earlier]")) part.hidden = !("earlier" in part.dataset);
  line.querySelector("button").addEventListener("click", () => {
    line.remove();
    fillIn(form, draft);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function fillIn(form, draft) {
  const stays = handedIn(form).filter((seat) => isFree(form, seat, draft));
  for (const field of [...form.elements].filter(({ name }) => name && !stays.includes(seatOf(name)))) {
    const values = draft.fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "checkbox" || field.type === "radio") field.checked = values.includes(field.value);
    else if (field.type !== "hidden" && values.length) field.value = values[0];
  }
}

/** The seats whose piles came from other phones, each as a text. */
const handedIn = (form) => [...(form.dataset.handed ?? "")];

const seatOf = (name) => /^(?:cards|chaff|whole|show)-(\d)$/.exec(name)?.[1];

/** Whether a draft has nothing of a pile that was handed in; with one of its cards elsewhere, taking it over is offered. */
function isFree(form, seat, { fields }) {
  const piles = fields.filter(([name, value]) => /^c(ard|haff)/.test(name) && value !== "0");
  if (piles.some(([name]) => seatOf(name) === seat)) return false;
  const clash = piles.some(([, card]) => form.querySelector(`[name="cards-${seat}"][value="${card}"]`)?.defaultChecked);
  if (clash) form.querySelector("[data-take]").hidden = false;
  return !clash;
}

function touched(form) {
  return [...form.elements].some(({ name, defaultChecked }) =>
    defaultChecked && (name === "result" || (name.startsWith("cards-") && !handedIn(form).includes(seatOf(name)))));
}

function forgetOld() {
  for (const key of Object.keys(storage())) {
    if (key.startsWith(PREFIX) && !(read(key.slice(PREFIX.length))?.at > Date.now() - OLDEST)) storage().removeItem(key);
  }
}
