// Sends the saves that wait, in order, as soon as the app can be reached. Every entry carries its own id, so the
// server stores it once however often it arrives.
//
//   the server answers            in send()              the entry                     the page
//   JSON                          { seq, location }      is stored and taken out       goes on, or is renewed
//   a page with 404, 409 or 422   { status, html }       is refused, and waits for     shows that page, or says what
//   JSON with leads_to            { status, asks }       the player with all of its    was not saved; opens the page
//                                                        match after it                that asks something first
//   403                           { trouble: "key" }     waits, and is sent again      asks for the key
//   400, with a new token too     { trouble: "stale" }   waits, and is sent again      asks to be reloaded
//   anything else                 { trouble: "trouble" } waits, and is sent again      says that there was an error
//   nothing, or somebody else     { trouble: "offline" } waits, and is sent again      says that there is no connection
//     in its place

import { inApp, ROOT } from "./addresses.js";
import { isTyped } from "./board_fields.js";
import { dropDraft } from "./draft.js";
import { showState } from "./outbox_notice.js";
import { keep, markRefused, takeOut, waiting } from "./outbox_store.js";
import { cachePage } from "./page_cache.js";
import { leaveFor, post, renewPage, replacePage } from "./page_renewal.js";
import { onTap } from "./taps.js";

const SOONEST = 1000;
const LATEST = 30000;
const TOO_LONG = 20000;

/** Sends a form's save in the background, and keeps it to be sent again if that fails. */
export function sendInstead(form) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !button?.matches('[value="save"], [data-ends]')) return;
    event.preventDefault();
    keep(entryOf(form, button), form.dataset.instead);
    form.dataset.kept = "";
    button.setAttribute("aria-disabled", "true");
    flush();
  });
}

/** Sends the saves left from an earlier visit; call once on every page. */
export function startOutbox() {
  const again = () => flush();
  addEventListener("online", again);
  addEventListener("pageshow", again);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  onTap('form[data-draft] [name="step"]:not([value="save"]), [form="entry"]', waitFor);
  onTap("[data-look]", () => look(refusedEntry()));
  onTap("[data-drop-it]", () => dropIt(refusedEntry()));
  onTap("a[data-drop]", () => dropMine(document.querySelector("form[data-board]")));
  for (const entry of waiting()) if (entry.refused && entry.page === location.href) markRefused(entry.id, undefined);
  again();
}

/** Whether a save of a match is being sent or waits to be sent. */
export function isWaiting(match) {
  return waiting(match).length > 0;
}

function entryOf(form, button) {
  return {
    id: form.elements.id.value,
    match: matchOf(form),
    number: Number(form.dataset.draft.split(".")[1]),
    correcting: form.dataset.draft.endsWith(".correction"),
    address: form.action,
    page: location.href,
    draft: form.dataset.draft,
    fields: [...new FormData(form), [button.name, button.value]].filter(([name]) => name !== "csrf_token"),
  };
}

function matchOf(form) {
  return form.dataset.draft.split(".")[0];
}

let sending = false;
let pause = SOONEST;
let timer;

async function flush() {
  if (sending) return;
  if (!waiting().length) return showState(null, []);
  sending = true;
  clearTimeout(timer);
  const slow = setTimeout(() => showState("sending", waiting()), SOONEST);
  let outcome;
  try {
    outcome = await sendAll();
  } finally {
    clearTimeout(slow);
    sending = false;
  }
  if (outcome.stored.length || outcome.refusal) pause = SOONEST;
  await show(outcome);
  if (outcome.trouble) {
    timer = setTimeout(flush, pause);
    pause = Math.min(pause * 2, LATEST);
  }
}

/** Sends entry by entry; the entries of a match stop at the first that is not stored. */
async function sendAll() {
  const outcome = { stored: [], refusal: null, trouble: null };
  const stopped = new Set();
  for (let entry; (entry = waiting().find(({ match }) => !stopped.has(match))); ) {
    const answer = entry.refused ? {} : await send(entry);
    if ("seq" in answer) {
      takeOut(entry.id, answer.seq);
      dropDraft(entry.draft);
      outcome.stored.push({ entry, ...answer });
      continue;
    }
    stopped.add(entry.match);
    if ("status" in answer) {
      markRefused(entry.id, answer.status);
      outcome.refusal ??= { entry, ...answer };
    }
    outcome.trouble ??= answer.trouble;
  }
  return outcome;
}

/** What the server says to an entry, as in the table above. */
async function send(entry) {
  let answer;
  try {
    const signal = AbortSignal.timeout(TOO_LONG); // then it is sent again, and stored once all the same
    answer = await post(entry.address, new URLSearchParams(entry.fields), { signal, kinds: "application/json" });
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) return stored(answer.ok && (await answer.json()));
    if ([404, 409, 422].includes(answer.status)) return { status: answer.status, html: await answer.text() };
  } catch {
    return { trouble: "offline" };
  }
  return { trouble: { 400: "stale", 403: "key" }[answer.status] ?? "trouble" };
}

/** What the app says of an entry: the event reached and the page after that, or the page that asks something before it
 *  is stored. Throws if it says anything else. */
function stored({ seq, location, leads_to: asks }) {
  const next = asks ?? location;
  const { href } = new URL(next, document.baseURI);
  const isOwn = String(next).startsWith(ROOT) && href.startsWith(inApp("")); // "//" begins a host
  if (isOwn && asks) return { status: 422, asks: href };
  if (!Number.isSafeInteger(seq) || seq < 1 || !isOwn) throw new TypeError("not what a save is answered with");
  return { seq, location: href };
}

/** Shows on this page what became of the entries. */
async function show({ stored, refusal, trouble }) {
  const form = boardForm();
  if (refusal?.entry.page === location.href && (!isTyped(form) || "kept" in form.dataset)) return showRefusal(refusal);
  const [{ entry, location: next } = {}] = stored;
  if (stored.length === 1 && isOn(form, entry) && !isWaiting(entry.match)) return leaveFor(form, next, "replace");
  if (stored.length) await renewAfter(stored, form);
  if (trouble) return showState(trouble, waiting());
  const refused = waiting().filter((entry) => entry.refused);
  if (refused.length) return showState(stateOf(refused[0].refused), refused);
  showState(stored.length ? "sent" : null, stored.map(({ entry }) => entry));
}

/** Brings the page up to date with what was stored; a board on which something else is being entered stays. */
async function renewAfter(stored, form) {
  for (const page of new Set(stored.map(({ entry }) => entry.page))) cachePage(page); // it begins with the next round now
  const { entry, seq } = stored.at(-1);
  const own = isOn(form, entry);
  const isFree = () => own || !isTyped(boardForm());
  if (isFree()) await renewPage(isFree).catch(() => {}); // without a connection again; the saves are stored all the same
  if (!isFree() && form?.isConnected && matchOf(form) === entry.match) buildOn(form, seq);
}

/** Makes the round on the screen build on event `seq`. */
function buildOn(form, seq) {
  form.elements.after.value = seq;
  const news = document.querySelector("[data-news]");
  if (news) news.dataset.seq = seq;
}

/** Shows the page on which the player can change or drop a refused entry. */
function showRefusal({ entry, status, html, asks }) {
  showState(null, []);
  if (asks) {
    takeOut(entry.id); // its page holds it all
    return location.assign(asks);
  }
  replacePage(html);
  const form = document.querySelector("form[data-board]");
  if (!form) return showState(stateOf(status), [entry]);
  if (status === 422 && waiting(entry.match).length === 1) takeOut(entry.id); // its draft keeps it
  else form.dataset.instead = entry.id;
}

/** The word of the notice about an entry that was refused with this status. */
const stateOf = (status) => (status === 404 ? "deleted" : "refused");

const boardForm = () => document.querySelector("form[data-draft][data-board]");

/** Whether an entry is the round on the screen. */
const isOn = (form, entry) => entry.id === form?.elements.id.value;

/** Lets a button wait where what it asks for rests on rounds that are not stored yet. */
function waitFor({ form }, event) {
  if (form.dataset.instead || !waiting(matchOf(form)).some((entry) => !entry.refused)) return;
  event.preventDefault();
  document.querySelector("[data-outbox]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  flush();
}

function refusedEntry() {
  return waiting().find((entry) => entry.refused);
}

async function dropIt(entry) {
  if (!entry) return;
  drop(entry.id);
  await flush();
}

/** Drops the refused entry of the form; the page that the link opens sends the others. */
function dropMine(form) {
  const [match, number] = form.dataset.draft.split(".");
  dropDraft(form.dataset.draft);
  for (let round = 1; round <= number; round += 1) dropDraft(`${match}.${round}`); // its draft may have an earlier number
  drop(form.dataset.instead, form.elements.after.value);
}

async function look(entry) {
  if (!entry) return;
  const answer = await send(entry);
  if (answer.status) return showRefusal({ entry, ...answer });
  markRefused(entry.id, undefined);
  await flush();
}

function drop(id, after) {
  const entry = waiting().find((kept) => kept.id === id);
  if (!entry) return;
  takeOut(id, after);
  dropDraft(entry.draft);
  showState(null, []);
}
