// Keeps all files of one version of the site, and passes requests for pages on to the worker that runs the app.
// The line before this file says what there is: const SITE = { version, files: [{ path, part, size, sum, kind }] }.

import { isOwned, NAME, ROOT } from "./names.js";

const CACHE = `${NAME} ${SITE.version}`;
const FILES = new Map(SITE.files.map((file) => [file.path, file]));
const PATIENCE = 20_000; // milliseconds to wait for a tab that runs the app
const SLOW = 10_000; // milliseconds, then that tab seems to sleep
const WITHOUT_BODY = [204, 205, 304];
const OF_A_VERSION = /^app\/assets\//; // the address changes with what is in it, so that the page may keep it beside this cache
const KEPT = { "Cache-Control": "max-age=31536000, immutable" };
const OF_APP = { "Content-Type": "text/html", "Koi-Koi": "1" }; // with the mark of the app's own answers (addresses.js)

const NOBODY = { status: 503, says: "failed" };
const TOLD = {
  claim: () => clients.claim(),
  take: () => skipWaiting(),
  yield: () => asked.forEach(({ resolve }) => resolve(NOBODY)), // a version that waits for answers is not replaced
};

const channel = new BroadcastChannel(NAME);
const asked = new Map(); // by id: what was passed on and has no answer yet

addEventListener("install", (event) => event.waitUntil(fetchAll()));
addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => clients.claim())));
addEventListener("message", ({ data }) => TOLD[data]());
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (FILES.has(path || "index.html")) event.respondWith(file(FILES.get(path || "index.html")));
  else if (!path.startsWith("app/")) return;
  else if (request.destination === "document") event.respondWith(Response.redirect(shellOf(url), 302));
  else event.respondWith(answer(request));
});
channel.addEventListener("message", ({ data }) => {
  if (data.ready) for (const { sent } of asked.values()) channel.postMessage(sent);
  if (data.answer) asked.get(data.answer)?.resolve(data);
});

/** A page is shown within the page around the app. */
function shellOf({ pathname, search }) {
  return new URL(`#${pathname.slice(ROOT.pathname.length + "app/".length)}${search}`, ROOT).href;
}

/** Fetches all files of this version, or none. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const total = SITE.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const came = (size) => channel.postMessage({ progress: { done: (done += size), total } });
  const keep = async (one) => {
    const address = new URL(one.path, ROOT);
    if (await cache.match(address)) came(one.size); // it came before the connection was lost
    else await cache.put(address, await fetched(one, came));
  };
  await Promise.all(SITE.files.map(keep));
}

async function dropOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith(`${NAME} `) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function file(one) {
  return (await caches.match(new URL(one.path, ROOT), { cacheName: CACHE })) ?? fetched(one, () => {});
}

/** A file, unpacked and checked. Throws where it cannot be reached or is not of this version. */
async function fetched({ path, part, sum, kind }, came) {
  const answer = await fetch(new URL(part, ROOT), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${part}: ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, onwards) {
      came(chunk.length);
      onwards.enqueue(chunk);
    },
  });
  const unpacked = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const content = await new Response(unpacked).arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  if ([...found].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sum) throw new Error(`${path} was changed`);
  return new Response(content, { headers: { "Content-Type": kind, ...SITE.headers, ...(OF_A_VERSION.test(path) && KEPT) } });
}

/** What the worker that runs the app answers, in whichever tab it is; it may be about to start there. Where it answers no more,
 *  that is a page with no more in it than the name of the text that the page around it says. */
async function answer(request) {
  const { url, method, headers } = request;
  const sent = { ask: crypto.randomUUID(), url, method, headers: [...headers], body: await request.arrayBuffer() };
  const answered = new Promise((resolve) => asked.set(sent.ask, { sent, resolve }));
  channel.postMessage(sent);
  const { status, says, headers: answers, body } = await Promise.race([answered, nobody(sent.ask)]);
  asked.delete(sent.ask);
  if (says) return new Response(`<!doctype html><html data-says="${says}">`, { status, headers: OF_APP });
  return new Response(WITHOUT_BODY.includes(status) || method === "HEAD" ? null : body, { status, headers: answers });
}

/** Comes to an end once no tab has run the app for a while, or once the request was answered. */
async function nobody(ask) {
  const begun = Date.now();
  for (let since = begun; asked.has(ask) && Date.now() - since < PATIENCE; ) {
    await new Promise((over) => setTimeout(over, 1000));
    if (Date.now() - begun > SLOW) channel.postMessage({ waits: true });
    if (await isOwned()) since = Date.now();
  }
  return NOBODY;
}
