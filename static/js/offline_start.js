// Begins a match without a connection. With one, the form for a new match fetches the first pages of the match that
// its choices would begin, and of those by the other rule sets in sight. Without one, which the browser may say or the form
// has no answer, the names and an id are written into these pages, they are kept under the addresses of that match, and the
// form waits to be sent before its rounds.

import { askApp, inApp, ownName } from "./addresses.js";
import { wayHere } from "./draft.js";
import { isKept, keep, newId, takeOut } from "./outbox_store.js";
import { isCaching, workers } from "./page_cache.js";
import { fill, isolated } from "./sentences.js";

const CACHE = ownName("in-advance");
const MOST = 60; // choices, each with a first dealer
const PAUSE = 800; // milliseconds after the last change
const LEFT_OUT = /^(csrf_token|id|ruleset|again|written|dealer|second|step|parts|zone|name-\d)$/;
const SCRIPT = document.querySelector('script[src$="/offline_start.js"]');
const VERSION = SCRIPT?.src.split("/").at(-3); // of the files that pages name

const NO_MATCH = /0{32}/g; // stands for the id in a page that was fetched
const READ = /^(aria-label|title|alt|data-label)$/; // attributes that people read
const NOBODY = /§(\d)§/g; // stand for the names

let form;
let timer;
let isBegun = false; // a second tap must not begin another match

if (workers) {
  document.addEventListener("redrawn", later);
  document.addEventListener("page-replaced", follow);
  addEventListener("pageshow", () => (isBegun = false));
  workers.addEventListener("controllerchange", later);
  follow();
}

function follow() {
  form = document.querySelector("form[data-in-advance]");
  form?.addEventListener("change", later);
  form?.addEventListener("submit", (event) => isWithout() && start(event));
  form?.addEventListener("unsent", (event) => isCaching() && start(event, mayBeUsed() ? newId() : form.elements.id.value));
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(fetchAll, PAUSE);
}

async function fetchAll() {
  if (!form || !isCaching() || isWithout()) return;
  const kept = await caches.open(CACHE);
  for (const address of addresses()) {
    if (await kept.match(address, { ignoreVary: true })) continue;
    const answer = await askApp(address).catch(() => null);
    if (answer?.ok) await kept.put(address, answer).catch(() => {}); // no room
  }
  for (const oldest of (await kept.keys()).slice(0, -MOST)) await kept.delete(oldest, { ignoreVary: true });
}

/** Whether there is no connection, as far as this phone knows. */
function isWithout() {
  return !navigator.onLine || "kept" in document.body.dataset;
}

/** Whether another match may have the id of the form. */
const mayBeUsed = () => "kept" in document.body.dataset || wayHere() === "back_forward";

/** The seats with a name: { place, name }. */
function players() {
  const fields = [...form.querySelectorAll('[name^="name-"]')];
  const names = fields.map(({ value }, place) => ({ place, name: value.trim() }));
  return names.filter(({ name }) => name);
}

/** Everything that is worth to be fetched: the chosen rules with and without the answers, and the rules in sight. */
function addresses() {
  const others = [...form.querySelectorAll('[name="ruleset"]')].filter((radio) => !radio.closest("details:not([open])"));
  const rules = new Set([form.elements.ruleset.value, ...others.map(({ value }) => value)]);
  const dealers = Array.from({ length: Math.max(2, players().length) }, (_, dealer) => dealer);
  const plain = [...rules].flatMap((name) => dealers.map((dealer) => addressOf(dealer, name)));
  return [...dealers.map((dealer) => addressOf(dealer)), ...plain].filter(Boolean);
}

/** Where the first pages are, for the choices of the form, a dealer, and other rules without answers; null for rules
 *  that are kept nowhere. Answers count that were drawn for the chosen rules. */
function addressOf(dealer, other = null) {
  const data = new FormData(form);
  const ruleset = other ?? data.get("ruleset");
  if (["again", "received"].includes(ruleset)) return null;
  const answered = other === null && data.get("answers-of") === ruleset;
  const counts = (name) => !LEFT_OUT.test(name) && (answered || !name.startsWith("answer"));
  const choices = [...data].filter(([name, value]) => value !== "" && counts(name));
  const rest = { ruleset, players: Math.max(2, players().length), dealer, version: VERSION };
  return `${form.dataset.inAdvance}?${new URLSearchParams([...choices, ...Object.entries(rest)])}`;
}

/** Begins the match of a form that is sent; one that had no answer keeps its id, as it may be stored all the same. */
function start(event, id = newId()) {
  if (event.defaultPrevented || event.submitter?.name === "step") return;
  event.preventDefault();
  if (isBegun) return;
  isBegun = true;
  begin(id).catch(() => "full").then((problem) => problem && say(JSON.parse(form.dataset.says)[problem]));
}

function say(sentence) {
  isBegun = false;
  const place = form.querySelector("[data-unbegun]");
  place.textContent = sentence;
  place.hidden = false;
}

/** Begins the match with this id; returns the word of a sentence where it cannot. */
async function begin(id) {
  const seats = inOrder(players());
  const names = seats.map(({ name }) => name);
  if (names.length < 2) return "players";
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return "alike";
  const chosen = seats.findIndex(({ place }) => String(place) === form.elements.dealer.value);
  const dealer = chosen < 0 ? Math.floor(Math.random() * seats.length) : chosen;
  const address = addressOf(dealer);
  const first = address && (await (await caches.open(CACHE)).match(address, { ignoreVary: true }));
  if (!first) return "unkept";
  const entry = entryOf(id, names, dealer);
  const said = chosen < 0 ? fill(JSON.parse(form.dataset.says).chance, { dealer: names[dealer] }) : "";
  try {
    await cachePages(first, entry, names, said);
    keep(entry);
    if (!isKept()) throw new Error("only this page has it");
  } catch {
    await drop(entry);
    return "full";
  }
  form.elements.id.value = newId(); // a way back begins another
  location.href = entry.page;
}

async function drop({ id, page }) {
  takeOut(id);
  const pages = await caches.open(ownName("pages"));
  for (const place of [page, boardOf(page)]) await pages.delete(place, { ignoreVary: true });
}

/** What waits to be sent: the form with an id, the names as they sit and the dealer. */
function entryOf(id, names, dealer) {
  const replaced = /^(csrf_token|id|again|dealer|second|name-\d)$/;
  const fields = [
    ...[...new FormData(form)].filter(([name]) => !replaced.test(name)),
    ...names.map((name, seat) => [`name-${seat}`, name]),
    ...[["id", id], ["dealer", String(dealer)], ["after", "1"]],
  ];
  return {
    id,
    match: id,
    number: 0,
    correcting: false,
    names: names.map(isolated).join(" – "),
    address: form.action,
    page: inApp(`matches/${id}`),
    draft: `${id}.0`,
    fields,
  };
}

/** The players as they sit: where drawn cards say it, the dealer and whoever sits to the right come first. */
function inOrder(seats) {
  const { dealer, second } = form.elements;
  if (form.querySelector("[data-second]").hidden || !second.value || second.value === dealer.value) return seats;
  const front = [dealer, second].map(({ value }) => seats.find(({ place }) => String(place) === value));
  return [...front, ...seats.filter((seat) => !front.includes(seat))];
}

const boardOf = (page) => `${page}/rounds/new`;

/** Keeps the notepad and the board of a match under the addresses that they will have; the notepad says a sentence. */
async function cachePages(answer, { id, page: address }, names, sentence) {
  const { notepad, board } = await answer.json();
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", document.documentElement.lang);
  headers.set("Kept", Date.now());
  const pages = await caches.open(ownName("pages"));
  for (const [place, html] of [[address, notepad], [boardOf(address), board]]) {
    const said = place === address ? sentence : "";
    await pages.put(place, new Response(filled(html, id, names, said), { headers }));
  }
}

/** A page with the names as its texts: they cannot become markup. */
function filled(html, id, names, said) {
  const put = (text, read = false) => text.replace(NO_MATCH, id)
    .replace(NOBODY, (_, seat) => read ? isolated(names[seat]) : names[seat]);
  const page = new DOMParser().parseFromString(html, "text/html");
  const nodes = page.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) node.data = inScript(node) ? asScript(node.data, put) : put(node.data, true);
    else for (const attribute of node.attributes) {
      attribute.value = asText(attribute.value, (text) => put(text, READ.test(attribute.name)));
    }
  }
  if (said) page.querySelector("main").prepend(flash(page, said));
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

function flash(page, said) {
  const place = page.createElement("div");
  place.className = "flash";
  place.append(Object.assign(page.createElement("p"), { textContent: said }));
  return place;
}

function inScript(node) {
  return node.parentElement?.localName === "script";
}

function asScript(data, put) {
  return isTree(data) ? changed(data, put).replaceAll("<", "\\u003c") : data;
}

function asText(value, put) {
  return isTree(value) ? changed(value, put) : put(value);
}

function isTree(text) {
  return /^\s*[{[]/.test(text);
}

/** JSON with every text in it changed. */
function changed(json, put) {
  return JSON.stringify(JSON.parse(json, (_, value) => (typeof value === "string" ? put(value) : value)));
}
