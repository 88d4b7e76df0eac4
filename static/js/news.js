// A page of a match asks the server for events from other phones. If nothing was entered, it is replaced by its
// newest state; otherwise it says what came in and keeps the entry.

import { isTyped, isWaiting } from "./outbox.js";
import { renewPage } from "./replace.js";

const EVERY = 4000;
const LATEST = 60000;

let pause = EVERY;
let timer;
let asking = false;
let touching = false;

/** Asks every few seconds while the page is visible, and at once when it becomes visible again. */
export function startNews() {
  for (const event of ["focus", "online"]) addEventListener(event, ask);
  addEventListener("pageshow", ({ persisted }) => persisted && ask());
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("page-replaced", later);
  addEventListener("pointerdown", () => (touching = true));
  for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => (touching = false));
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
}

async function ask() {
  const place = document.querySelector("[data-news]");
  if (!place || asking || document.visibilityState !== "visible") return;
  asking = true;
  try {
    if (!isWaiting(matchOf(place))) await look(place);
    pause = EVERY;
  } catch {
    pause = Math.min(pause * 2, LATEST); // the server cannot be reached
  } finally {
    asking = false;
    if (!("over" in place.dataset)) later();
  }
}

async function look(place) {
  const { news, seq, told = seq } = place.dataset;
  const headers = { Accept: "application/json", "If-None-Match": `"${told}"` };
  const answer = await fetch(`${news}?after=${seq}`, { headers, signal: AbortSignal.timeout(10000) });
  if (answer.status === 304) return;
  if (answer.status === 404) {
    place.dataset.over = "";
    return say(place, place.dataset.deleted);
  }
  if (!answer.ok) throw new Error(`the app answered ${answer.status}`);
  const came = await answer.json();
  if (place.isConnected && place.dataset.seq === seq && !isWaiting(matchOf(place))) await show(place, came);
}

async function show(place, { seq, says }) {
  if (String(seq) === place.dataset.seq) return;
  if (isTyped(document.querySelector("form[data-board], form[data-turn]"))) {
    place.dataset.told = seq;
    const shows = place.querySelector("button");
    if (shows) shows.hidden = false;
    return say(place, `${says} ${place.dataset.kept}`);
  }
  if (touching || document.querySelector("details.menu[open]")) return; // not while somebody taps; the next time asked
  await renewPage();
  const renewed = document.querySelector("[data-news]");
  if (renewed) say(renewed, says);
}

function say(place, sentence) {
  place.hidden = false;
  place.querySelector("p").textContent = sentence;
}

function matchOf(place) {
  return place.dataset.news.split("/").at(-2);
}
