// A save that does not get through is kept in this browser, shown as waiting, and sent again by itself.
// Every entry carries its own id, so the server stores it once however often it arrives.

import { dropDraft } from "./draft.js";

const KEY = "outbox";
const SOONEST = 1000;
const LATEST = 30000;

/** Sends a form's save by itself, and keeps it where that fails. `waiting` is told how it stands. */
export function sendInstead(form, waiting) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !button?.matches("[data-save], [data-ends]")) return;
    const fields = [...new FormData(form), [button.name, button.value]];
    const entry = { address: form.action, page: location.href, draft: form.dataset.draft, fields };
    if (!keep(entry)) return; // sent as an ordinary form
    event.preventDefault();
    waiting("sending");
    flush(waiting);
  });
}

/** Sends what waits from an earlier visit; call once on every page. */
export function flushOutbox(waiting) {
  const again = () => entries().length && flush(waiting);
  addEventListener("online", again);
  addEventListener("pageshow", again);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  again();
}

let sending = false;
let pause = SOONEST;
let timer;

async function flush(waiting) {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    let failed = 0;
    for (const entry of entries()) await send(entry).catch(() => (failed += 1));
    if (failed) throw new Error("some entries still wait");
    pause = SOONEST;
  } catch {
    waiting("waiting");
    timer = setTimeout(() => flush(waiting), pause);
    pause = Math.min(pause * 2, LATEST);
  } finally {
    sending = false;
  }
}

async function send(entry) {
  const body = new URLSearchParams(entry.fields.filter(([name]) => name !== "csrf_token"));
  body.set("csrf_token", document.querySelector('meta[name="csrf-token"]').content);
  const answer = await fetch(entry.address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 403) {
    if (location.pathname !== "/key") location.assign("/key");
    throw new Error("sent again once the key is entered");
  }
  if (answer.status === 400 || answer.status >= 500) throw new Error("sent again with a fresh page, or later");
  const saved = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (!saved && entry.page !== location.href && !entry.moved) {
    keep({ ...entry, moved: true }); // refused: shown where it was entered
    return location.assign(entry.page);
  }
  forget(entry);
  if (answer.ok) dropDraft(entry.draft);
  if (saved) {
    const next = (await answer.json()).location;
    return entry.page === location.href ? location.replace(next) : location.reload();
  }
  show(await answer.text()); // refused: the page says why, with everything that was entered
}

/** The server's page in place of this one, at this address. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.title = page.title;
  document.body.replaceWith(page.body);
  scrollTo(0, 0);
  document.dispatchEvent(new Event("page-replaced"));
}

function entries() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function keep(entry) {
  const id = idOf(entry);
  try {
    localStorage.setItem(KEY, JSON.stringify([...entries().filter((one) => idOf(one) !== id), entry]));
    return true;
  } catch {
    return false;
  }
}

function forget(entry) {
  localStorage.setItem(KEY, JSON.stringify(entries().filter((one) => idOf(one) !== idOf(entry))));
}

function idOf(entry) {
  return entry.fields.find(([name]) => name === "id")?.[1];
}
