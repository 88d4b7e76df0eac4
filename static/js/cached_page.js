// Runs on the pages that sw.js shows without a connection, and renews them as soon as the app answers: the browser's word
// that there is a connection may come early. The page for an address that was not opened before lists what is kept: home,
// the matches, and pages to read; the pages of a match are reached from the match.

import { ownName, within } from "./addresses.js";
import { waiting } from "./outbox_store.js";
import { renewPage } from "./page_renewal.js";

const SOONEST = 2000;
const LATEST = 30000;
const WITHOUT = "body[data-kept], [data-kept-pages]"; // pages that are shown without a connection
const FILLED_IN = "form[data-board], form[data-new-match]";
const OF_MATCH = /^\/matches\/\w+\//; // such as its board

let timer;

listBegun();
document.addEventListener("page-replaced", listBegun);
for (const event of ["online", "visibilitychange"]) addEventListener(event, () => renew());
renew();

const pageList = document.querySelector("[data-kept-pages]");
if (pageList && "caches" in window) listKept();

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
  if (!document.querySelector(WITHOUT) || document.querySelector(FILLED_IN)) return;
  const again = () => (timer = setTimeout(renew, pause, Math.min(pause * 2, LATEST)));
  if (document.visibilityState === "visible") renewPage().catch(again);
  else again();
}

/** Lists the pages that are kept. */
async function listKept() {
  const pages = await caches.open(ownName("pages"));
  const addresses = (await pages.keys()).map(({ url }) => new URL(url));
  const listed = addresses.filter(({ pathname }) => !OF_MATCH.test(within(pathname))).reverse();
  listed.sort((one, other) => rank(one) - rank(other));
  for (const address of listed) {
    const title = await titleOf(await pages.match(address, { ignoreVary: true }));
    pageList.append(row(address, title));
  }
  pageList.parentElement.hidden = !listed.length;
}

async function titleOf(kept) {
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  return page.title.slice(0, page.title.lastIndexOf(" – "));
}

function rank({ pathname }) {
  const path = within(pathname);
  if (path === "/") return 0;
  return path.startsWith("/matches/") ? 1 : 2;
}

/** A row of a list of matches that leads to an address. */
function row(address, name) {
  const [line, link, words] = ["li", "a", "span"].map((tag) => document.createElement(tag));
  link.href = address;
  words.className = "names";
  words.textContent = name;
  link.append(words);
  line.append(link);
  return line;
}
