// Sends the saves that wait, in order, as soon as the app can be reached.
// Every entry carries its own id, so the server stores it once however often it arrives.

import { dropDraft } from "./draft.js";
import { keepPage } from "./keeping.js";
import { keep, mark, takeOut, waiting } from "./queue.js";
import { renewPage, renewToken, replacePage } from "./replace.js";
import { tell } from "./waiting.js";

const SOONEST = 1000;
const LATEST = 30000;
const TOO_LONG = 20000;

/** Sends a form's save in the background, and keeps it to be sent again if that fails. */
export function sendInstead(form) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !button?.matches('[value="save"], [data-ends]')) return;
    if (!keep(entryOf(form, button), form.dataset.instead)) return; // sent as an ordinary form
    event.preventDefault();
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
  document.addEventListener("click", onClick);
  for (const entry of waiting()) if (entry.refused && entry.page === location.href) mark(entry.id, undefined);
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
  if (!waiting().length) return tell(null, []);
  sending = true;
  clearTimeout(timer);
  const slow = setTimeout(() => tell("sending", waiting()), SOONEST);
  let ended;
  try {
    ended = await sendAll();
  } finally {
    clearTimeout(slow);
    sending = false;
  }
  if (ended.sent.length || ended.refusal) pause = SOONEST;
  await react(ended);
  if (ended.trouble) {
    timer = setTimeout(flush, pause);
    pause = Math.min(pause * 2, LATEST);
  }
}

/** Sends entry by entry; the entries of a match stop at the first that is not stored. */
async function sendAll() {
  const ended = { sent: [], refusal: null, trouble: null };
  const stopped = new Set();
  for (let entry; (entry = waiting().find(({ match }) => !stopped.has(match))); ) {
    const answer = entry.refused ? { refused: true } : await send(entry);
    if (answer.seq !== undefined) {
      takeOut(entry.id, answer.seq);
      dropDraft(entry.draft);
      ended.sent.push({ entry, ...answer });
      continue;
    }
    stopped.add(entry.match);
    if (answer.html !== undefined) {
      mark(entry.id, answer.status);
      ended.refusal ??= { entry, ...answer };
    }
    if (answer.trouble) ended.trouble ??= answer.trouble;
  }
  return ended;
}

/** What became of an entry: { seq, location } | { status, html } when refused | { trouble } to try again. */
async function send(entry, renewed = false) {
  const body = new URLSearchParams(entry.fields);
  body.set("csrf_token", document.querySelector('meta[name="csrf-token"]').content);
  let answer;
  try {
    const signal = AbortSignal.timeout(TOO_LONG); // then it is sent again, and stored once all the same
    answer = await fetch(entry.address, { method: "POST", body, headers: { Accept: "application/json" }, signal });
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) return await answer.json();
    if (answer.status === 400 && !renewed && (await renewToken())) return await send(entry, true);
    if ([404, 409, 422].includes(answer.status)) return { status: answer.status, html: await answer.text() };
  } catch {
    return { trouble: "offline" };
  }
  return { trouble: answer.status === 403 ? "key" : answer.status === 400 ? "stale" : "trouble" };
}

/** Shows on this page what became of the entries. */
async function react({ sent, refusal, trouble }) {
  const form = document.querySelector("form[data-draft][data-board]");
  const last = sent.at(-1);
  const own = last && last.entry.id === form?.elements.id.value;
  const free = !isTyped(form) || "kept" in form.dataset;
  if (refusal && refusal.entry.page === location.href && free) return refuse(refusal);
  if (own && sent.length === 1 && !isWaiting(last.entry.match)) return location.replace(last.location);
  for (const board of new Set(sent.map(({ entry }) => entry.page))) keepPage(board); // it begins with the next round now
  const isFree = () => own || !isTyped(document.querySelector("form[data-draft][data-board]"));
  if (last && isFree()) await renewPage(isFree).catch(() => {}); // without a connection again; the saves are stored all the same
  if (last && !isFree() && form?.isConnected && matchOf(form) === last.entry.match) buildOn(form, last.seq);
  const left = waiting();
  if (trouble) return tell(trouble, left);
  const refused = left.filter((entry) => entry.refused);
  if (refused.length) return tell(refused[0].refused === 404 ? "deleted" : "refused", refused);
  tell(sent.length ? "sent" : null, sent.map(({ entry }) => entry));
}

/** Makes the round on the screen build on event `seq`. */
function buildOn(form, seq) {
  form.elements.after.value = seq;
  const news = document.querySelector("[data-news]");
  if (news) news.dataset.seq = seq;
}

/** Shows the page on which the player can change or drop a refused entry. */
function refuse({ entry, status, html }) {
  tell(null, []);
  replacePage(html);
  const form = document.querySelector("form[data-board]");
  if (document.querySelector("[data-confirmation]")) return takeOut(entry.id); // the page asks, and holds it all
  if (!form) return tell(status === 404 ? "deleted" : "refused", [entry]);
  if (status === 422 && waiting(entry.match).length === 1) takeOut(entry.id); // its draft keeps it
  else form.dataset.instead = entry.id;
}

/** Whether something was entered into the board, so that it must not be replaced. */
export function isTyped(form) {
  return Boolean(form) && [...form.elements].some((field) => field.name && field.type !== "hidden" && changed(field));
}

function changed(field) {
  if (field.name === "result" && field.checked) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return "defaultValue" in field && field.value !== field.defaultValue;
}

/** Whether a button must wait: what it asks for rests on rounds that are not stored yet. */
function mustWait(target) {
  const button = target.closest('form[data-draft] [name="step"]:not([value="save"]), [form="entry"]');
  return Boolean(button) && !button.form.dataset.instead && waiting(matchOf(button.form)).some((entry) => !entry.refused);
}

async function onClick(event) {
  if (mustWait(event.target)) {
    event.preventDefault();
    document.querySelector("[data-outbox]:not([hidden])")?.scrollIntoView({ block: "nearest" });
    return flush();
  }
  if (event.target.closest("[data-look]")) await look(refusedEntry());
  if (event.target.closest("[data-drop-it]")) await dropIt(refusedEntry());
  if (event.target.closest("a[data-drop]")) dropMine(document.querySelector("form[data-board]"));
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
  if (answer.html !== undefined) return refuse({ entry, ...answer });
  mark(entry.id, undefined);
  await flush();
}

function drop(id, after) {
  const entry = waiting().find((kept) => kept.id === id);
  if (!entry) return;
  takeOut(id, after);
  dropDraft(entry.draft);
  tell(null, []);
}
