// What the rule editor says about the rules as they are being entered: how each question stands, what differs from
// the parent. After each change the server is asked, and its words replace those of the page.

import { drawn } from "./folds.js";

let latest = 0;

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form[data-rules]");
  if (form && target.name && target.name !== "find") renew(form);
});

async function renew(form) {
  const number = ++latest;
  const body = new FormData(form);
  body.set("step", "news");
  const markup = await drawn(form.action, body).catch(() => ""); // without a connection the words stay
  if (number !== latest) return; // something else was entered meanwhile
  const news = new DOMParser().parseFromString(markup, "text/html");
  for (const element of news.querySelectorAll("[id]")) document.getElementById(element.id)?.replaceWith(element);
}
