// A page of a match asks the server for events from other phones. If nothing was entered, it is replaced by its
// newest state; otherwise it says what came in and keeps the entry. A board tells the server that it is being filled.

import { askApp } from "./addresses.js";
import { isTyped } from "./board_fields.js";
import { wayHere } from "./draft.js";
import { noteReached } from "./leave_guard.js";
import { isWaiting } from "./outbox.js";
import { renewPage } from "./page_renewal.js";

const EVERY = 800; // so that whatever is saved is on all phones within a second, while a table plays
const CALM = 750; // where nothing has come for long, the pause is a small part of that: it grows from ten minutes on
const LONGEST = 10000;
const LATEST = 60000; // where the server cannot be reached
const TELLS_EVERY = 60000; // while a board is being filled

let pause = EVERY;
let latest = performance.now(); // when something came, or somebody touched the page
let took = 0; // for an answer: a server that is busy is asked less often
let timer;
let asking = false;
let touching = false;
let told = {}; // what the board has last told, and when: that it is being filled, or empty again

/** Asks every few seconds while the page is visible, and at once when it becomes visible again. */
export function startNews() {
  for (const event of ["focus", "online"]) addEventListener(event, askNow);
  addEventListener("pageshow", ({ persisted }) => persisted && askNow());
  document.addEventListener("visibilitychange", askNow);
  document.addEventListener("page-replaced", askLater);
  document.addEventListener("page-replaced", () => (told = {}));
  addEventListener("drafted", tellEntering);
  addEventListener("pointerdown", () => {
    touching = true;
    latest = performance.now();
    if (pause === EVERY) return;
    pause = EVERY;
    askLater();
  });
  for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => (touching = false));
  if (wayHere() === "back_forward") askNow(); // of what was saved since
  else askLater();
}

/** Tells that something is entered on the board, now and then, or that all of it was removed; nothing of what it is. */
function tellEntering() {
  const form = board();
  const [step, at] = [isTyped(form) ? "" : "empty", performance.now()];
  if (!form?.dataset.tells || (told.step === step && at - told.at < TELLS_EVERY)) return;
  told = { step, at };
  const [csrf_token, number] = ["csrf_token", "number"].map((name) => form.elements[name].value);
  askApp(form.dataset.tells, { method: "POST", body: new URLSearchParams({ csrf_token, number, step }) }).catch(() => {});
}

function askNow() {
  latest = performance.now();
  ask();
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
}

async function ask() {
  const place = document.querySelector("[data-news]");
  if (!place || asking || document.visibilityState !== "visible") return;
  asking = true;
  try {
    if (!isWaiting(matchOf(place))) {
      await look(place);
      noteReached(true);
    }
    const calm = "over" in place.dataset ? LONGEST : (performance.now() - latest) / CALM;
    pause = Math.max(EVERY, Math.min(calm, LONGEST), 2 * took);
  } catch {
    noteReached(false);
    pause = Math.min(pause * 2, LATEST);
  } finally {
    asking = false;
    askLater();
  }
}

async function look(place) {
  const { news, seq, told = seq, piles = "" } = place.dataset;
  const headers = { Accept: "application/json" };
  const signal = AbortSignal.timeout(10000);
  const sent = performance.now();
  const asked = new URLSearchParams({ after: seq, told, piles, id: board()?.elements.id.value ?? "" });
  const answer = await askApp(`${news}?${asked}`, { headers, signal });
  took = performance.now() - sent;
  if (answer.status === 404) return stop(place, place.dataset.deleted);
  if (answer.status === 403) return lockedOut(place);
  if (!answer.ok) throw new Error(`the app answered ${answer.status}`);
  const came = await answer.json();
  if ("over" in place.dataset) place.hidden = true; // restored, or let in again
  delete place.dataset.over;
  const entering = came.entering ?? "";
  for (const note of document.querySelectorAll("[data-entering]")) if (note.textContent !== entering) note.textContent = entering;
  if (!("says" in came)) return;
  latest = performance.now();
  if (place.isConnected && place.dataset.seq === seq && !isWaiting(matchOf(place))) await show(place, came);
}

async function show(place, { seq, says, piles = "", stored }) {
  if (String(seq) === place.dataset.seq && String(piles) === (place.dataset.piles ?? "")) return;
  if (isEntered() && !stored) {
    Object.assign(place.dataset, { told: seq, piles });
    const shows = place.querySelector("button");
    if (shows) shows.hidden = false;
    return say(place, `${says} ${place.dataset.kept}`);
  }
  if (isBusy() && !stored) return; // the next time asked
  const isFree = () => place.isConnected && (stored || !isBusy()); // not once the answer to a form is here
  const isNew = await renewPage(isFree);
  const renewed = isNew && document.querySelector("[data-news]");
  if (renewed) say(renewed, says);
}

/** Whether something was entered on this page that is not saved. */
function isEntered() {
  return isTyped(board());
}

const board = () => document.querySelector("form[data-board], form[data-turn]");

/** Whether somebody enters, writes, taps, reads the menu or why a form came back, so that the page must not be replaced. */
function isBusy() {
  const written = [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);
  return isEntered() || written || touching || document.querySelector("details.menu[open], body[data-refused]") !== null;
}

/** The phone is no longer let in: what is typed stays to be read, any other page goes. */
function lockedOut(place) {
  if (!isEntered()) return location.reload();
  stop(place, place.dataset.out);
}

/** Says why nothing comes any more, for now. */
function stop(place, sentence) {
  place.dataset.over = "";
  say(place, sentence);
}

function say(place, sentence) {
  place.hidden = false;
  place.querySelector("p").textContent = sentence;
}

function matchOf(place) {
  return place.dataset.news.split("/").at(-2);
}
