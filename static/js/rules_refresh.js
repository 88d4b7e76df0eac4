// The form for house rules while it is being filled in: its folds are fetched when they are opened, and after each change
// the server says how each question stands now and what differs from the parent. Without a connection the words stay,
// and the button in a fold loads the whole page with the fold open.

import { askApp } from "./addresses.js";

let latest = 0;

document.addEventListener("toggle", ({ target }) => target.open && target.matches("[data-fold]") && fill(target), true);

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form[data-rules]");
  if (form && target.name && target.name !== "find") renew(form);
});

/** Fills a fold with what the server draws, with everything typed so far. */
async function fill(fold) {
  const inside = fold.querySelector(":scope > div");
  const button = inside.querySelector(":scope > button[name=open]:only-child");
  if (!button || fold.hasAttribute("aria-busy")) return;
  fold.setAttribute("aria-busy", "true");
  button.hidden = true;
  try {
    const body = new FormData(button.form, button);
    body.set("alone", "yes");
    inside.innerHTML = await drawn(button.form.action, body);
  } catch {
    button.hidden = false; // no connection, or the page is too old
  } finally {
    fold.removeAttribute("aria-busy");
  }
}

/** Replaces the words of the page by those of the server. */
async function renew(form) {
  const number = ++latest;
  const body = new FormData(form);
  body.set("step", "news");
  const markup = await drawn(form.action, body).catch(() => ""); // without a connection the words stay
  if (number !== latest) return; // something else was entered meanwhile
  const news = new DOMParser().parseFromString(markup, "text/html");
  for (const element of news.querySelectorAll("[id]")) document.getElementById(element.id)?.replaceWith(element);
}

/** The part of a page that the server draws for a form. */
async function drawn(address, body) {
  const answer = await askApp(address, { method: "POST", body });
  if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
  return answer.text();
}
