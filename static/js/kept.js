// Runs on pages that sw.js shows as they were kept: shows the newest state as soon as there is a connection, and holds
// back what would leave the app for the browser's own page about the connection.

import { waiting } from "./outbox_store.js";
import { renewPage } from "./replace.js";
import { inApp } from "./root.js";
import { row } from "./row.js";

const SOONEST = 2000;
const LATEST = 30000;

let timer;

/** Lists on the first page the matches that were begun here and wait to be sent. */
function listBegun() {
  const list = document.querySelector("[data-begun-here]");
  if (!list) return;
  const begun = waiting().filter(({ names }) => names);
  list.replaceChildren(...begun.map(({ page, names }) => row(page, names)));
  list.hidden = !begun.length;
}

/** Renews the page; a board is left to the outbox and the news, and a form for a new match to who fills it in. */
function renew(pause = SOONEST) {
  clearTimeout(timer);
  if (!("kept" in document.body.dataset) || document.querySelector("form[data-board], form[data-new-match]")) return;
  const again = () => (timer = setTimeout(renew, pause, Math.min(pause * 2, LATEST)));
  if (document.visibilityState === "visible") renewPage().catch(again);
  else again();
}

async function onSubmit(event) {
  const { target: form, submitter } = event;
  const posts = (submitter?.formMethod || form.method) === "post";
  if (event.defaultPrevented || navigator.onLine || !posts || form.matches("[data-at-once]")) return;
  event.preventDefault();
  const page = new DOMParser().parseFromString(await (await fetch(inApp("offline"))).text(), "text/html");
  document.querySelector("[data-unsendable]")?.remove();
  document.querySelector("main").prepend(page.querySelector('[data-note="unsent"]').content);
  scrollTo(0, 0);
}

listBegun();
document.addEventListener("page-replaced", listBegun);
document.addEventListener("submit", onSubmit);
for (const event of ["online", "visibilitychange"]) addEventListener(event, () => renew());
renew();
