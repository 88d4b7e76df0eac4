// The hand to try in the form for house rules: after every change the server is asked what it is worth now, and
// what is odd about the rules.
import { askApp } from "./addresses.js";
import { steppers } from "./steppers.js";

const PAUSE = 300; // ms after the last key

let hand, form;

let latest = ""; // the setting that was changed last: the hand shows what it does
let waiting = 0;
let asked = 0;

async function ask() {
  const number = ++asked;
  const body = new FormData(form);
  body.set("alone", "yes");
  body.set("latest", latest);
  const answer = await askApp(hand.dataset.trial, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || answer.redirected) return; // no connection
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked) return; // something was changed meanwhile
  for (const part of parts.querySelectorAll("[data-part]")) {
    form.querySelector(`[data-part="${part.dataset.part}"]`)?.replaceChildren(...part.childNodes);
  }
  markOdd();
}

/** Says what is odd beside each field that the page shows. */
function markOdd() {
  for (const old of form.querySelectorAll("[data-odd]")) old.remove();
  for (const item of hand.querySelectorAll("[data-odd-of]")) {
    const said = document.createElement("p");
    said.className = "odd";
    said.dataset.odd = "";
    said.textContent = item.querySelector("span").textContent;
    const place = placeOf(item.dataset.oddOf);
    if (place?.matches("th")) place.append(said);
    else place?.after(said);
  }
}

/** Where the field of an option stands: in a table of yaku its row, otherwise the field with its label. */
function placeOf(option) {
  for (let key = option; key; key = key.slice(0, Math.max(key.lastIndexOf("."), 0))) {
    const names = [key, `${key}.points`, `${key}.form`];
    const [field] = names.flatMap((name) => [...form.querySelectorAll(`:not([type=hidden])[name="${name}"]`)]);
    const row = field?.closest("tr");
    if (field) return row ? row.cells[0] : field.closest(".field");
  }
  return null;
}

/** Opens the section in which an odd setting is, instead of loading the page again. */
function openSection(event) {
  const button = event.target.closest("[data-opens]");
  if (!button) return;
  event.preventDefault();
  const section = document.getElementById(button.dataset.opens);
  section.open = true;
  hand.open = false;
  section.scrollIntoView({ block: "start" });
  section.querySelector("summary").focus({ preventScroll: true });
}

/** Selects a number that is there already, so that typing replaces it: 9 over 5 is 9, not 59. */
function selectNumber({ target }) {
  if (target.inputMode !== "numeric" || !target.select) return;
  target.select();
  target.addEventListener("mouseup", (event) => event.preventDefault(), { once: true }); // which would set the caret
}

document.addEventListener("page-replaced", follow);
follow();

/** Makes the hand of this page work. */
function follow() {
  hand = document.querySelector("[data-trial]");
  form = hand?.closest("form");
  if (!hand) return;
  form.addEventListener("focusin", selectNumber);
  steppers(hand);
  hand.addEventListener("click", openSection);
  form.addEventListener("input", ({ target }) => {
    if (!hand.contains(target)) latest = target.name;
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
}
