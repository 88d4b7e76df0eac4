// The options of a rule set: after an answer, or when other rules are chosen, its questions are drawn anew, because an
// answer can raise others. Without a connection they stay as they are, and the server looks at them when they are sent.

import { askApp } from "./addresses.js";

let latest = 0; // the number of the last change: an earlier answer of the server is out of date

document.addEventListener("change", async ({ target }) => {
  const drawn = document.querySelector("[data-answers]");
  if (!drawn || !(drawn.contains(target) && target.type === "radio") && target.name !== "ruleset") return;
  const change = (latest += 1);
  try {
    const html = await questions(drawn.querySelector("[data-redraws]"));
    if (change === latest) redraw(drawn, html);
  } catch {
    // no connection, or the page is too old
  }
});

/** The HTML of the questions that a button asks for. */
async function questions(button) {
  const body = new FormData(button.form, button);
  body.set("alone", "yes");
  const answer = await askApp(button.form.action, { method: "POST", body });
  if (answer.redirected || !answer.headers.get("Content-Type").startsWith("text/html")) throw new Error(answer.statusText);
  return answer.text();
}

/** Puts fresh questions in place of the old ones; folds stay open and the focus stays. */
function redraw(drawn, html) {
  const open = [...drawn.querySelectorAll("details[open]")].map((fold) => fold.id);
  const [name, value] = ["name", "value"].map((key) => CSS.escape(document.activeElement[key]));
  const focused = drawn.contains(document.activeElement);
  drawn.outerHTML = html;
  const fresh = document.querySelector("[data-answers]");
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.dispatchEvent(new Event("answers-drawn")); // first, or WebKit scrolls to what gets the focus before it is laid out
  if (focused) fresh.querySelector(`[name="${name}"][value="${value}"]`)?.focus({ preventScroll: true });
}
