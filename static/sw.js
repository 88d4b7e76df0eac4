// The service worker: keeps the files of the app, and the pages that were opened last, for times without a connection.
// What is sent and the news always go past it. Only the app's own answers are kept; what a server in front answers in its
// place, such as a page to log in, is shown and changes nothing here. The server writes one line before this file:
// const SHELL = { root, installation, places, version, files, script, page }: the root is where the app begins, the places
// are the first parts of its addresses, the script runs on kept pages, and the page is for addresses that were not opened
// here before. Apps of other installations may be at the same origin, also below the root.

const ownName = (name) => `${name} ${SHELL.installation}`; // as in addresses.js
const PAGES = ownName("pages");
const FILES = `${ownName("files")} `;
const MOST = 80; // pages
const SLOW = 3000; // milliseconds, then a page is shown as it was kept
const MATCH = "/matches/[0-9a-f]{32}";
const OF_MATCH = `${MATCH}(/(rounds|rounds/new|rounds/\\d+|sheet|rules|chart))?`;
const OF_RULES = "/rules(/(?!new$|received$|difference$)[^/.]+(/chart)?)?";
const KEPT = new RegExp(`^(/|/matches/new|${OF_MATCH}|${OF_RULES}|/guide|/cards(/\\w+)?)$`);
const BOARD = /\/rounds\/new$/;
const SPARED = new RegExp(`^(/|/matches/new|${MATCH}(/rounds/new)?)$`); // what a table needs to go on
const UNREACHED = [502, 503, 504]; // from a server in front, whose app cannot be reached
const LEAVING = ["/phone/departure", "/key", "/join"]; // where a phone sends that it leaves, or comes as another
const MARK = "Koi-Koi"; // the header of every answer of the app (security.py)

let departures = 0; // how often the kept pages were emptied

/** Whether it is the app that answered. */
const isOwn = (answer) => answer.headers.has(MARK);

/** The path of an address within the app, such as "/matches/new". */
const within = (pathname) => pathname.slice(SHELL.root.length - 1);

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(dropOld().finally(() => clients.claim())));
addEventListener("message", ({ data }) => data === "claim" && clients.claim());
addEventListener("fetch", (event) => {
  const { method, mode, url, headers } = event.request;
  const { origin, pathname: path } = new URL(url);
  if (origin !== location.origin || !path.startsWith(SHELL.root)) return;
  const pathname = within(path);
  if (!SHELL.places.includes(pathname.split("/")[1])) return; // another app's, or nobody's
  if (method === "POST" && LEAVING.includes(pathname)) event.waitUntil(forgetPages());
  if (method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(file(event));
  else if (mode === "navigate") event.respondWith(page(event));
  else if (path === SHELL.page) event.respondWith(ownPage());
  else if (headers.get("Accept") === "text/html" && KEPT.test(pathname)) event.respondWith(fetched(event));
});

async function install() {
  await Promise.all(SHELL.files.map(fetchNow));
  await keepOwnPage();
}

/** Drops files of earlier versions; those of the one before stay while a kept page uses them. */
async function dropOld() {
  const versions = (await caches.keys()).filter((name) => name.startsWith(FILES)).map((name) => name.slice(FILES.length));
  const before = versions.filter((version) => version !== SHELL.version).at(-1);
  const pages = await caches.open(PAGES);
  const used = new Set([SHELL.version]);
  for (const request of await pages.keys()) {
    const version = /\/assets\/(\w+)\//.exec(await (await pages.match(request, { ignoreVary: true }))?.text())?.[1];
    if (version === SHELL.version || version === before) used.add(version);
    else await pages.delete(request, { ignoreVary: true });
  }
  for (const version of versions) if (!used.has(version)) await caches.delete(FILES + version);
}

/** A file, whose address changes with its content: from here if it was fetched before. */
async function file(event) {
  const { request } = event;
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetchFile(request);
  if (isOfVersion(answer)) event.waitUntil(keepFile(request.url, answer.clone()).catch(() => {})); // no room
  return answer;
}

async function fetchNow(address) {
  const answer = await fetchFile(address);
  if (!isOfVersion(answer)) throw new TypeError(`${address} was not answered with that file`);
  await keepFile(address, answer);
}

/** Fetches a file, past the browser's own cache where that has somebody else's answer. */
async function fetchFile(request) {
  const answer = await fetch(request);
  return isOwn(answer) ? answer : fetch(request, { cache: "reload" });
}

/** Whether an answer is a file of the app, of the version that its address names. */
function isOfVersion(answer) {
  return isOwn(answer) && answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
}

async function keepFile(address, answer) {
  const [, , version] = within(new URL(address, location.href).pathname).split("/");
  await (await caches.open(FILES + version)).put(address, answer);
}

/** A page that is opened: from the network if it answers soon, or as it was kept, or the page that says there is none. */
async function page(event) {
  const answer = fetched(event);
  const kept = await findKept(event.request.url);
  if (!kept) return answer.catch(ownPage);
  return Promise.race([answer.then(refuseUnreached), tooLong()]).catch(() => asKept(kept, event.request.url));
}

function refuseUnreached(answer) {
  if (UNREACHED.includes(answer.status)) throw new Error(`answered with ${answer.status}`);
  return answer;
}

function tooLong() {
  return new Promise((_, reject) => setTimeout(reject, SLOW));
}

/** What the network answers; a page is kept, and if this phone is not let in, no page stays. */
function fetched(event) {
  const asked = { at: Date.now(), departures };
  const answer = fetch(event.request);
  event.waitUntil(answer.then((got) => noteAnswer(event.request.url, got, asked)).catch(() => {}));
  return answer;
}

async function noteAnswer(address, answer, asked) {
  if (!isOwn(answer)) return;
  const pathname = within(new URL(address).pathname);
  if (answer.headers.has("Key-Needed") || (pathname === "/key" && answer.ok)) return forgetPages();
  if (!KEPT.test(pathname)) return;
  if (answer.status === 404) return (await caches.open(PAGES)).delete(keyOf(address), { ignoreVary: true });
  const isPage = answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage) await keepPage(keyOf(address), answer.clone(), asked);
}

async function keepPage(key, answer, asked) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Kept", asked.at);
  const html = await answer.text();
  const pages = await caches.open(PAGES);
  if (departures !== asked.departures) return; // this phone has left in the meantime
  const before = await pages.match(key, { ignoreVary: true });
  if (isNewer(before, asked.at)) return; // this answer was overtaken
  await pages.delete(key, { ignoreVary: true }); // so that the pages are in the order in which they were kept
  await pages.put(key, new Response(html, { headers })).catch(() => before && pages.put(key, before)); // no room
  for (const oldest of surplus(await pages.keys())) await pages.delete(oldest, { ignoreVary: true });
  for (const address of filesOf(html)) {
    if (!(await caches.match(address, { ignoreVary: true }))) await fetchNow(address).catch(() => {}); // no room
  }
  await keepOwnPage(headers.get("Content-Language"));
}

/** The addresses of the scripts and style sheets that a page names. */
function filesOf(html) {
  return [...html.matchAll(/ (?:src|href)="([^"#]*\/assets\/[^"#]+\.(?:js|css))"/g)].map(([, address]) => address);
}

/** The pages that are too many: those kept first, and of the spared ones only where no others are left. */
function surplus(requests) {
  const spared = ({ url }) => SPARED.test(within(new URL(url).pathname));
  const inOrder = [...requests.filter((request) => !spared(request)), ...requests.filter(spared)];
  return inOrder.slice(0, Math.max(0, requests.length - MOST));
}

/** Whether a kept page was asked for after a time; one from the future is of a clock that was wrong. */
function isNewer(kept, time) {
  const at = Number(kept?.headers.get("Kept"));
  return at > time && at <= Date.now();
}

async function forgetPages() {
  departures += 1;
  await Promise.all([PAGES, ownName("in-advance")].map((name) => caches.delete(name)));
}

/** Under what address a page is kept: what has just been saved is told once. */
function keyOf(address) {
  const key = new URL(address);
  key.searchParams.delete("saved");
  key.hash = "";
  return key.href;
}

async function findKept(address) {
  const pages = await caches.open(PAGES);
  const key = keyOf(address);
  const exactly = await pages.match(key, { ignoreVary: true });
  if (exactly || BOARD.test(new URL(key).pathname)) return exactly;
  return pages.match(key, { ignoreSearch: true, ignoreVary: true });
}

/** A kept page with the sentence from when it is; a board has no room for that, and tells when something is saved. */
async function asKept(kept, address) {
  const marked = `<script type="module" src="${SHELL.script}"></script></head>`;
  const html = (await kept.text()).replace("</head>", marked).replace("<body>", "<body data-kept>");
  const { headers } = kept;
  if (BOARD.test(new URL(address).pathname)) return new Response(html, { headers });
  const [, template = ""] = /<template data-note="kept">(.*?)<\/template>/s.exec(await (await ownPage()).text()) ?? [];
  const time = { weekday: "short", hour: "numeric", minute: "2-digit" };
  const when = new Date(Number(headers.get("Kept"))).toLocaleString(headers.get("Content-Language") ?? "en", time);
  const sentence = template.replace("{when}", when);
  return new Response(html.replace(/<main [^>]*>/, (main) => main + sentence), { headers });
}

/** Keeps the page for addresses that were not opened before in the reader's language. */
async function keepOwnPage(language) {
  const files = await ownFiles();
  const kept = await files.match(SHELL.page, { ignoreVary: true });
  if (kept && kept.headers.get("Content-Language") === language) return;
  const answer = await fetch(SHELL.page, { cache: "no-store" });
  if (isOwn(answer) && answer.ok) await files.put(SHELL.page, answer);
}

async function ownPage() {
  return (await (await ownFiles()).match(SHELL.page, { ignoreVary: true })) ?? Response.error();
}

function ownFiles() {
  return caches.open(FILES + SHELL.version);
}
