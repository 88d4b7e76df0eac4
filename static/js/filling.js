// Writes an id and names into the pages of a match that were fetched without them, and keeps them for sw.js.

import { own } from "./root.js";

const NO_MATCH = /0{32}/g;
const NOBODY = /§(\d)§/g;

/** Keeps the notepad and the board of a match under the addresses that they will have; the notepad says a sentence. */
export async function cachedPages(answer, address, id, names, sentence) {
  const { notepad, board } = await answer.json();
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", document.documentElement.lang);
  headers.set("Kept", Date.now());
  const pages = await caches.open(own("pages"));
  for (const [place, html] of [[address, notepad], [`${address}/rounds/new`, board]]) {
    const said = place === address ? sentence : "";
    await pages.put(place, new Response(filled(html, id, names, said), { headers }));
  }
}

/** A page with the names as its texts: they cannot become markup. */
function filled(html, id, names, said) {
  const put = (text) => text.replace(NO_MATCH, id).replace(NOBODY, (_, seat) => names[seat]);
  const page = new DOMParser().parseFromString(html, "text/html");
  const nodes = page.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) node.data = inScript(node) ? asScript(node.data, put) : put(node.data);
    else for (const attribute of node.attributes) attribute.value = isTree(attribute.value) ? changed(attribute.value, put) : put(attribute.value);
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

function isTree(text) {
  return /^\s*[{[]/.test(text);
}

/** JSON with every text in it changed. */
function changed(json, put) {
  return JSON.stringify(JSON.parse(json, (_, value) => (typeof value === "string" ? put(value) : value)));
}
