// Says which saves wait and why: in the notice of every page, or beside the save button while that round is on
// the screen.

import { isKept } from "./outbox_store.js";
import { fill } from "./sentences.js";

const SENT = 10000; // milliseconds: what was sent is said on the page that replaces this one, and then no more

let shown = { state: null, entries: [], at: 0 };
document.addEventListener("page-replaced", showAgain);

function showAgain() {
  const { state, entries, at } = shown;
  if (state && (state !== "sent" || performance.now() - at < SENT)) show(state, entries);
}

/** Shows a state (a word of the notice, or null for none) and the entries that it is about. */
export function showState(state, entries) {
  const notice = document.querySelector("[data-outbox]");
  if (!notice || (!state && notice.dataset.state === "sent")) return;
  shown = { state, entries, at: performance.now() };
  show(state, entries);
}

function show(state, entries) {
  const notice = document.querySelector("[data-outbox]");
  if (!notice) return;
  notice.dataset.state = state ?? "";
  const says = JSON.parse(notice.dataset.says);
  const isLoss = state && state !== "sent" && !isKept(); // if the page is left
  const sentence = state ? fill(says[state], { what: listed(entries, says) }) + (isLoss ? ` ${says.unkept}` : "") : "";
  const kept = document.querySelector("form[data-kept]");
  const beside = state && state !== "sent" ? kept?.querySelector("[data-waiting]") : null;
  const buttons = [...notice.querySelectorAll("[data-when]")];
  for (const button of buttons) button.hidden = !button.dataset.when.split(" ").includes(state);
  for (const link of notice.querySelectorAll("a")) link.target = isLoss ? "_blank" : "";
  notice.hidden = !state || Boolean(beside && buttons.every((button) => button.hidden));
  notice.querySelector("p").textContent = beside ? "" : sentence; // said once
  if (beside) [beside.hidden, beside.querySelector("p").textContent] = [false, sentence];
  document.dispatchEvent(new CustomEvent("outbox", { detail: state }));
}

/** The state that was shown last. */
export function shownState() {
  return shown.state;
}

function listed(entries, says) {
  const labels = entries.map((entry) => label(entry, says));
  return labels.length ? labels.reduce((one, other) => fill(says.listed, { one, other })) : "";
}

function label(entry, says) {
  return fill(entry.correcting ? says.correction : entry.number ? says.round : says.start, entry);
}
