// The form for a new match: a tap on a player of an earlier match fills the next name, Enter goes to the next name that
// is empty, the names stand where a player is chosen, and what the rules say follows their options. The line of the fold
// follows its fields.

import { isolated } from "./sentences.js";
import { onTap } from "./taps.js";

const LEAST = 2; // players

let form;

function followRules() {
  const { dataset } = form.querySelector("[data-answers]");
  for (const hint of form.querySelectorAll("[data-hint]")) hint.textContent = dataset[hint.dataset.hint];
  askForSecond(dataset.seats === "drawn");
}

/** The line of the fold says what was entered in it: a third player, so many points or rounds, so many coins. */
function followFold() {
  const { rounds, target, purse, "rounds-other": other } = form.elements;
  if (form.querySelector("details #name-2")) sayEntered("name-2", fields()[2].value.trim());
  sayEntered("target", rounds.value === "target" ? target.value : "");
  sayEntered("rounds", { other: other.value, target: "" }[rounds.value] ?? rounds.value);
  sayEntered("purse", purse?.value);
}

function sayEntered(name, text) {
  const place = form.querySelector(`[data-entered="${name}"]`);
  if (!place) return;
  place.hidden = !text;
  place.nextElementSibling.hidden = Boolean(text);
  place.firstElementChild.textContent = isolated(text);
}

/** Asks who sits to the right of the dealer where the cards of three players say it. */
function askForSecond(drawn) {
  const dealer = form.elements.dealer.value;
  const three = fields().every((field) => field.value.trim());
  form.querySelector("[data-second]").hidden = !drawn || !three || !/\d/.test(dealer);
  for (const radio of form.elements.second) radio.closest("label").hidden = radio.value === dealer;
}

const fields = () => [...form.querySelectorAll('[name^="name-"]')];
const isOpen = (field) => !field.value.trim() && !field.closest("details:not([open])");

function followNames() {
  const names = fields().map((field) => field.value.trim());
  for (const place of form.querySelectorAll("[data-name]")) {
    const name = names[place.dataset.name];
    place.dataset.otherwise ??= place.textContent;
    place.textContent = isolated(name) || place.dataset.otherwise;
    if (Number(place.dataset.name) >= LEAST) place.closest("label").hidden = !name;
  }
  for (const button of form.querySelectorAll("[data-player]")) {
    button.setAttribute("aria-pressed", names.includes(button.dataset.player));
  }
  const { dealer } = form.elements;
  if (Number(dealer.value) >= LEAST && !names[dealer.value]) dealer.value = "random";
  followRules();
}

/** Puts a known player into the first empty name, or takes them out again. */
function choose({ dataset: { player } }) {
  const seated = fields().find((field) => field.value.trim() === player);
  const place = seated ?? fields().find(isOpen);
  if (!place) return;
  place.value = seated ? "" : player;
  place.dispatchEvent(new Event("input", { bubbles: true }));
  place.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Enter in a name goes to the next one that is empty; where none is, it starts the match as everywhere. */
function goOn(event) {
  if (event.key !== "Enter" || event.isComposing || !fields().includes(event.target)) return;
  const next = fields().find((field) => field !== event.target && isOpen(field));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Makes the form of this page work. */
function follow() {
  form = document.querySelector("[data-new-match]");
  if (!form) return;
  form.addEventListener("change", followRules);
  form.addEventListener("input", followNames);
  form.addEventListener("input", followFold);
  form.addEventListener("keydown", goOn);
  followNames();
  followFold();
}

onTap("[data-player]", choose);
document.addEventListener("redrawn", () => followRules());
document.addEventListener("page-replaced", follow);
follow();
