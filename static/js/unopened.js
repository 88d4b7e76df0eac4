// The page for an address that was not opened before lists what sw.js has kept: home, the matches, and pages to read.
// The pages of a match are reached from the match.

import { own, within } from "./root.js";
import { row } from "./row.js";

async function listKept() {
  const list = document.querySelector("[data-kept-pages]");
  const pages = await caches.open(own("pages"));
  const addresses = (await pages.keys()).map(({ url }) => new URL(url)).filter(({ pathname }) => !/^\/matches\/\w+\//.test(within(pathname)));
  addresses.reverse().sort((one, other) => rank(one) - rank(other));
  for (const address of addresses) list.append(row(address, await titleOf(await pages.match(address, { ignoreVary: true }))));
  list.parentElement.hidden = !addresses.length;
}

async function titleOf(kept) {
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  return page.title.replace(/ – Koi-Koi$/, "");
}

function rank({ pathname }) {
  const path = within(pathname);
  if (path === "/") return 0;
  return path.startsWith("/matches/") ? 1 : 2;
}

let leaving = false; // a connection that comes back must not take back a tap on one of the links
addEventListener("click", ({ target }) => (leaving ||= Boolean(target.closest("a[href]"))));
addEventListener("pageshow", () => (leaving = false));
addEventListener("online", () => leaving || location.reload());
if ("caches" in window) listKept();
