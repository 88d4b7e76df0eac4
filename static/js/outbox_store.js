// Saves that wait in this browser, in the order in which they were made. An entry is
// { id, match, number, correcting, address, page, draft, fields, refused, of }. The first entry of a match
// holds the seq of the event it builds on; each further entry gets it when the one before is stored or dropped.
// The start of a match is its entry number 0, with the names of the players. Where the browser keeps nothing, because its
// storage is full or forbidden, they wait on this page alone.

import { ownName } from "./addresses.js";

const KEY = ownName("outbox");

let held = null; // all entries, if the browser did not keep them
const known = new Set(); // the ids of those that have ever been held
const askToStay = (event) => isKept() || event.preventDefault();

/** The entries that wait, of one match or of all. */
export function waiting(match) {
  return read().filter((entry) => !match || entry.match === match);
}

/** Whether all entries outlive this page. */
export function isKept() {
  return !held?.length;
}

/** Keeps an entry, in place of the entry with the same id or with the id `instead`. */
export function keep(entry, instead = entry.id) {
  const all = read();
  const place = all.findIndex(({ id }) => id === instead || id === entry.id);
  const first = place < 0 ? !all.some(({ match }) => match === entry.match) : isFirst(all, place);
  const kept = first ? entry : { ...entry, fields: without(entry.fields, "after") };
  write(place < 0 ? [...all, kept] : all.map((other, at) => (at === place ? kept : other)));
}

/** Marks an entry as refused with the status of the server's answer, or with none as to be sent again. */
export function markRefused(id, status) {
  write(read().map((entry) => (entry.id === id ? { ...entry, refused: status } : entry)));
}

/** Removes an entry. The next entry of the match then builds on event `after`. */
export function takeOut(id, after) {
  const all = read();
  const gone = all.find((entry) => entry.id === id);
  if (!gone) return;
  const left = all.filter((entry) => entry !== gone);
  const next = left.find((entry) => entry.match === gone.match);
  const base = after ?? gone.fields.find(([name]) => name === "after")?.[1] ?? "0";
  const buildOn = (entry) => ({ ...entry, fields: [...without(entry.fields, "after"), ["after", String(base)]] });
  write(left.map((entry) => (entry === next ? buildOn(entry) : entry)));
}

/** A new id, like those of the server; randomUUID is missing where the app is served without TLS. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isFirst(all, place) {
  return all.findIndex(({ match }) => match === all[place].match) === place;
}

function without(fields, name) {
  return fields.filter(([field]) => field !== name);
}

function read() {
  const kept = readKept();
  return held ? [...held, ...kept.filter(({ id }) => !known.has(id))] : kept; // another tab may have kept some
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function write(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
    held = null;
    removeEventListener("beforeunload", askToStay);
  } catch {
    held = entries;
    for (const { id } of entries) known.add(id);
    addEventListener("beforeunload", askToStay);
  }
}
