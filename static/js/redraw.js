// What follows a form while it is filled in. After a change inside [data-presses] the button with that id is pressed, but
// the page stays: of what the app answers, each part takes the place of what has its id, and a [data-beside] comes after
// the element with that id. Without a connection all stays as it is; without scripts the reader presses that button.

import { askApp } from "./addresses.js";
import { markQuick } from "./steppers.js";
import { onTap } from "./taps.js";

const PAUSE = 300; // milliseconds after the last key

let waiting, asking;

document.addEventListener("input", ({ target }) => {
  const place = target.name && target.closest("[data-presses]");
  if (!place) return;
  const button = document.getElementById(place.dataset.presses);
  const { latest } = button.form.elements;
  if (latest && place === button.form) latest.value = target.name;
  clearTimeout(waiting);
  waiting = setTimeout(redraw, target.matches("select, [type=radio], [type=checkbox]") ? 0 : PAUSE, button);
});

onTap("[data-opens]", (button, event) => open(document.getElementById(button.dataset.opens), button, event));

document.addEventListener("focusin", ({ target }) => target.closest("[data-numbers]") && select(target));
document.addEventListener("page-replaced", follow);
follow();

function follow() {
  for (const form of document.querySelectorAll("[data-numbers]")) markQuick(form);
}

/** Draws the parts anew that a button would change. */
async function redraw(button) {
  asking?.abort(); // what was asked for before is out of date
  const { signal } = (asking = new AbortController());
  const left = "asKept" in button.form.dataset ? unchanged(button.form) : new Set(); // stays as it is
  const body = new URLSearchParams([...new FormData(button.form)].filter(([name]) => !left.has(name)));
  body.set(button.name, button.value);
  body.set("parts", "yes");
  const answer = await askApp(button.form.action, { method: "POST", body, signal }).catch(() => null);
  const markup = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
  if (!markup || signal.aborted) return;
  const { children } = new DOMParser().parseFromString(markup, "text/html").body;
  for (const old of document.querySelectorAll("[data-beside]")) old.remove();
  let focused;
  for (const part of [...children]) {
    if (part.dataset.beside) document.getElementById(part.dataset.beside)?.after(part);
    else if (part.id) focused = replace(document.getElementById(part.id), part) ?? focused;
  }
  document.dispatchEvent(new Event("redrawn")); // first, or WebKit scrolls to what gets the focus before it is laid out
  focused?.focus({ preventScroll: true });
}

/** The names of what is in folds of a form in which nothing differs from what they said when they were drawn. */
function unchanged(form) {
  const outer = [...form.querySelectorAll("details")].filter((fold) => !fold.parentElement.closest("details"));
  const controls = outer.map((fold) => [...fold.querySelectorAll("input, select, textarea")]);
  return new Set(controls.filter((all) => !all.some(differs)).flatMap((all) => all.map(({ name }) => name)));
}

function differs({ options, selectedIndex, checked, defaultChecked, value, defaultValue }) {
  if (options) return selectedIndex !== Math.max(0, [...options].findIndex(({ defaultSelected }) => defaultSelected));
  return checked !== defaultChecked || value !== defaultValue;
}

/** Puts what is in a fresh part into the one that the page has; folds stay open. Returns what had the focus, if it did. */
function replace(old, fresh) {
  if (!old || old.outerHTML === fresh.outerHTML) return null; // nothing is read out again
  const open = [...old.querySelectorAll("details[open]")].map(({ id }) => id);
  const { name, value } = old.contains(document.activeElement) ? document.activeElement : {};
  for (const { name, value } of fresh.attributes) if (name !== "open") old.setAttribute(name, value);
  old.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  return name ? old.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`) : null;
}

/** Opens the place of something, which may be folded, instead of loading the page again. */
function open(place, button, event) {
  if (!place) return;
  event.preventDefault();
  button.closest("details")?.removeAttribute("open"); // it would cover the place
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  place.scrollIntoView({ block: "center" });
  const controls = "summary, input:not([type=hidden]), select";
  (place.querySelector(controls) ?? place.closest("details").querySelector(controls)).focus({ preventScroll: true });
}

/** Selects a number that is there already, so that typing replaces it: 9 over 5 is 9, not 59. */
function select(field) {
  if (field.inputMode !== "numeric" || !field.select) return;
  field.select();
  field.addEventListener("mouseup", (event) => event.preventDefault(), { once: true }); // which would set the caret
}
