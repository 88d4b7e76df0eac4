// Replaces this page by another page of the app without navigating.

import { askApp, inApp } from "./addresses.js";
import { nameOf, release } from "./steady.js";

const LONGEST = 30000; // milliseconds

/** The page that some HTML is. */
export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/** Shows a page's HTML at this address; `stay` keeps what is scrolled to and what has the focus. */
export function replacePage(html, { stay = false } = {}) {
  const page = parsed(html);
  const [across, down] = stay ? [scrollX, scrollY] : [0, 0];
  const focused = stay && nameOf(document.activeElement);
  if (stay) page.body.style.minHeight = document.body.style.minHeight;
  else release();
  document.title = page.title;
  Object.assign(document.documentElement.dataset, page.documentElement.dataset); // such as why the app has stopped
  for (const part of page.querySelectorAll("link[rel=stylesheet], script[src]")) addOnce(part); // a parsed one does nothing
  for (const meta of page.querySelectorAll("meta[name=csrf-token]")) setToken(meta.content);
  document.body.replaceWith(page.body);
  scrollTo(across, down);
  if (focused) document.querySelector(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("page-replaced"));
}

/** Opens the page to which a form leads. Until that is there, or the browser's own button has stopped it, the form is not
 *  sent again, and nothing else is shown in this place. */
export function leaveFor(form, address, way = "assign") {
  form.dataset.sending = "";
  setTimeout(() => delete form.dataset.sending, LONGEST);
  location[way](address);
}

/** Whether a form of this page is on its way, or the page to which it leads, which says once what it did. */
const isSending = () => document.querySelector("form[data-sending]") !== null;

/** Replaces this page by its newest state, or opens the page or file to which its address now leads; not where a form is
 *  on its way, or `isFree` says that something was entered while that state, its HTML, was. Returns whether it was replaced. */
export async function renewPage(isFree = () => true) {
  if (isSending()) return false;
  const address = new URL(location.href);
  address.searchParams.delete("saved"); // its notice was shown once
  const fresh = { headers: { Accept: "text/html" }, cache: "reload" }; // Firefox asks only its cache after Back
  const answer = await askApp(address, fresh);
  const html = await answer.text();
  if (isSending() || !isFree(html)) return false;
  if (answer.status >= 500) throw new Error(`the app answered ${answer.status}`);
  if (answer.redirected || !isPage(answer)) {
    location.replace(answer.url);
    return false;
  }
  replacePage(html, { stay: true });
  return true;
}

const isPage = (answer) => answer.headers.get("Content-Type")?.startsWith("text/html");

/** Loads what another page needs beside this one: a style sheet, a behaviour. */
function addOnce(part) {
  const name = part.src ? "src" : "href";
  if (document.querySelector(`${part.localName}[${name}="${part.getAttribute(name)}"]`)) return;
  const added = document.createElement(part.localName);
  for (const { name, value } of part.attributes) added.setAttribute(name, value);
  document.head.append(added);
}

/** Puts a new token against forged requests into the page and its forms. */
function setToken(fresh) {
  document.querySelector('meta[name="csrf-token"]').content = fresh;
  for (const field of document.querySelectorAll('[name="csrf_token"]')) field.value = fresh;
}

/** Sends fields to the app, with the token against forged requests that this page has, or else with a new one. Throws
 *  without an answer. */
export async function post(address, body, { signal, kinds = "text/html", renewed = false } = {}) {
  body.set("csrf_token", document.querySelector('meta[name="csrf-token"]').content);
  const answer = await askApp(address, { method: "POST", body, headers: { Accept: kinds }, signal });
  if (answer.status === 400 && !renewed && (await renewToken())) return post(address, body, { signal, kinds, renewed: true });
  return answer;
}

/** Fetches a new token against forged requests, and returns whether there was one. */
async function renewToken() {
  const answer = await askApp(inApp("key"), { headers: { Accept: "text/html" } });
  const fresh = parsed(await answer.text()).querySelector('meta[name="csrf-token"]')?.content;
  if (fresh) setToken(fresh);
  return Boolean(fresh);
}
