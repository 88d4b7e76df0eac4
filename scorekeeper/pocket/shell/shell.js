// The page around the app: fetches the app once, starts it, shows its pages in a frame, and says what goes on.

import { isOwned, NAME, ROOT } from "./names.js";
import { TEXTS } from "./texts.js";

const APP = new URL("app/", ROOT);
const ASKED = "asked to keep the matches"; // what is remembered
const LANGUAGE = "language";
const SLOW = 10_000; // milliseconds, then the tab that runs the app seems to sleep
const MOST = 20_000; // milliseconds that a new version may take to begin
const workers = navigator.serviceWorker;
const part = (id) => document.getElementById(id);

let texts = TEXTS[language()];
let frame; // once it shows the app
let isElsewhere = false; // another tab runs the app
let isOver = false; // the app has stopped, or cannot run; what comes later says nothing

translate();
part("again").addEventListener("click", () => location.reload());
part("later").addEventListener("click", () => (part("notice").hidden = true));
addEventListener("hashchange", ({ newURL }) => frame?.contentWindow.location.replace(address(new URL(newURL))));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // its worker was ended with it
start().catch((error) => fail("failed", error));

function language() {
  const wished = [remembered(LANGUAGE), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wished.find((one) => one in TEXTS) ?? "en";
}

/** What this page keeps; nothing where the browser blocks that. */
function remembered(name) {
  try {
    return localStorage.getItem(`${NAME} ${name}`);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`${NAME} ${name}`, value);
  } catch {
    // then it is asked or said once more
  }
}

function translate() {
  document.documentElement.lang = language();
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
}

async function start() {
  if (!isSecureContext) return fail("insecure");
  if (!(await isAble())) return fail("unable");
  await fetchApp();
  const worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("error", (error) => fail("failed", error));
  addEventListener("pagehide", ({ persisted }) => persisted && worker.terminate());
  let slow;
  worker.addEventListener("message", ({ data: { state, error } }) => {
    clearTimeout(slow);
    isElsewhere = state === "elsewhere";
    if (isElsewhere) {
      say(texts.python);
      slow = setTimeout(() => say(texts.elsewhere), SLOW);
    }
    if (state === "ready" || isElsewhere) show();
    else if (state === "python" || state === "app") say(texts[state]);
    else fail(state, error);
  });
}

/** Whether this browser has all that is needed, and may store something: not in some private windows. */
async function isAble() {
  const needed = ["BroadcastChannel", "DecompressionStream", "WebAssembly"].map((name) => name in window);
  if (![workers, navigator.locks, navigator.storage?.getDirectory, ...needed].every(Boolean)) return false;
  return navigator.storage.getDirectory().then(() => true, () => false);
}

/** Waits until the service worker has all files; a newer version that it has fetched is taken where no tab runs the app. */
async function fetchApp() {
  new BroadcastChannel(NAME).addEventListener("message", ({ data: { progress, waits } }) => {
    if (progress && !isControlled()) showProgress(progress); // not of a newer version, which comes beside this one
    if (waits && isElsewhere) notify(texts.elsewhere);
  });
  const registered = () => workers.register("service_worker.js", { updateViaCache: "none" });
  const registration = await (isControlled() ? workers.ready : registered()); // that waits where a newer version is fetched
  const { active, waiting } = registration;
  if (isControlled()) workers.addEventListener("controllerchange", () => location.reload()); // all that runs is of one version
  if (isControlled() && waiting && (await isFree()) && registration.waiting === waiting) {
    say(texts.python);
    active.postMessage("yield");
    waiting.postMessage("take");
    await new Promise((late) => setTimeout(late, MOST)); // then the old one goes on until the new one has begun
  }
  if (!isControlled()) {
    const coming = registration.installing;
    if (coming) say(texts.fetching);
    coming?.addEventListener("statechange", () => coming.state === "redundant" && fail("unreached"));
    await controlled(() => registration.active?.postMessage("claim")); // it is there, but this page was reloaded past it
  }
}

/** Whether no tab runs the app; the worker of this page before it was reloaded may take a moment to end. */
async function isFree() {
  for (let tries = 0; tries < 10; tries += 1) {
    if (!(await isOwned())) return true;
    await new Promise((over) => setTimeout(over, 100));
  }
  return false;
}

/** Whether the service worker of this site answers: another one does on the first visit to a site within its path. */
function isControlled() {
  return workers.controller?.scriptURL === new URL("service_worker.js", ROOT).href;
}

function controlled(ask) {
  const change = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  ask();
  return change;
}

function showProgress({ done, total }) {
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const text = texts.progress.replace("{done}", megabytes(done)).replace("{total}", megabytes(total));
  say(text, { hidden: false, value: done, max: total });
}

function say(text, progress = { hidden: true }) {
  if (isOver) return;
  Object.assign(part("progress"), progress);
  part("state").textContent = text;
}

function fail(state, error) {
  if (error) console.error(error);
  part("app")?.remove();
  frame = undefined;
  part("start").hidden = false;
  say(texts[state] ?? texts.failed);
  isOver = true;
  part("again").hidden = ["insecure", "unable"].includes(state);
}

/** Shows the page of the app that the address names after its #, or its first one. The frame is part of this page, with a
 *  name: to one made by a script, Chromium's Back leads no more after a reload. */
function show() {
  if (frame || isOver) return;
  frame = part("app");
  frame.addEventListener("load", () => {
    const { root, says } = frame.contentDocument.documentElement.dataset;
    if (!root && !says) return; // no page yet, or what the web server has in its place
    frame.hidden = false;
    part("start").hidden = true;
    follow();
  });
  workers.ready.then((registration) => registration.update()).catch(() => {}); // for the next start, if there is a connection
  frame.contentWindow.location.replace(address()); // as its src Firefox would load it past the worker, as it has loaded this page
}

/** The address of the app that a page's names after its #; of the first page where that is none of the app. */
function address({ hash } = location) {
  try {
    const { href } = new URL(hash.slice(1), APP);
    if (href.startsWith(APP.href)) return href;
  } catch {
    // no address at all
  }
  return APP.href;
}

/** After each page, also one that came in place of another: its title and address are those of this page, so a reload or a
 *  bookmark leads there again. */
function follow() {
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view.location.href.startsWith(APP.href)) return;
  const { says } = page.documentElement.dataset;
  if (says) return fail(says); // it came from the service worker, or from an app that stopped
  document.title = page.title;
  history.replaceState(null, "", `#${view.location.href.slice(APP.href.length)}`);
  if (page.documentElement.lang) remember(LANGUAGE, page.documentElement.lang);
  texts = TEXTS[language()];
  translate();
  page.addEventListener("click", followLink);
  page.addEventListener("page-replaced", follow);
  part("notice").hidden = true; // it was about the page before
  if (page.querySelector("[data-saved]")) askToKeep();
  for (const warning of page.querySelectorAll("[data-may-go]")) {
    navigator.storage.persisted().then((isKept) => (warning.hidden = isKept));
  }
}

/** Links to other sites, and to this page, do not fit into the frame, and browsers ask for files to be saved past the service
 *  worker. */
function followLink(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented) return;
  const isFile = link.hasAttribute("download");
  if (!isFile && link.href.startsWith(APP.href)) return;
  event.preventDefault();
  if (isFile) saveFile(link).catch(() => notify(texts.no_file));
  else if (link.origin === location.origin) location.href = link.href;
  else open(link.href, "_blank", "noreferrer");
}

async function saveFile({ href, download }) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`);
  const named = fileName(answer.headers.get("Content-Disposition") ?? "");
  const file = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: file, download: download || named }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
  part("notice").hidden = true;
}

/** The name that an answer has for its file, in any script if there is one. */
function fileName(disposition) {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/.exec(disposition)?.[1];
}

/** Once a round was saved, the browser is asked, once, to keep the storage. */
async function askToKeep() {
  if (remembered(ASKED) || (await navigator.storage.persisted())) return;
  remember(ASKED, "yes");
  await navigator.storage.persist();
}

function notify(text) {
  part("notice").firstElementChild.textContent = text;
  part("notice").hidden = false;
}
