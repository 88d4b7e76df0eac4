// Runs on pages that sw.js shows as they were kept: shows the newest state as soon as there is a connection, and holds
// back what would leave the app for the browser's own page about the connection.

import { renewPage } from "./replace.js";

const SOONEST = 2000;
const LATEST = 30000;

let timer;

/** Renews the page; a board is left to the outbox and the news. */
function renew(pause = SOONEST) {
  clearTimeout(timer);
  if (!("kept" in document.body.dataset) || document.querySelector("form[data-board]")) return;
  const again = () => (timer = setTimeout(renew, pause, Math.min(pause * 2, LATEST)));
  if (document.visibilityState === "visible") renewPage().catch(again);
  else again();
}

async function onSubmit(event) {
  const { target: form, submitter } = event;
  const posts = (submitter?.formMethod || form.method) === "post";
  if (event.defaultPrevented || navigator.onLine || !posts || form.matches("[data-at-once]")) return;
  event.preventDefault();
  const page = new DOMParser().parseFromString(await (await fetch("/offline")).text(), "text/html");
  document.querySelector("[data-unsendable]")?.remove();
  document.querySelector("main").prepend(page.querySelector('[data-note="unsent"]').content);
  scrollTo(0, 0);
}

document.addEventListener("submit", onSubmit);
for (const event of ["online", "visibilitychange"]) addEventListener(event, () => renew());
renew();
