// Sends the forms of every page, so that no answer to a form stays in the browser's history, where going back to it would
// ask whether to send it again. Where a form leads elsewhere, that page is opened; a page that comes back stands in place
// of this one, and what went wrong above the form. What is sent otherwise (outbox.js, live_play.js, referee.js) is theirs.

import { wayHere } from "./draft.js";
import { noteReached, stay } from "./leave_guard.js";
import { leaveFor, parsed, post, renewPage, replacePage } from "./page_renewal.js";

const TOO_LONG = 30000; // milliseconds; sent again, it is stored once all the same
const PAUSE = 2000; // milliseconds, then the app is asked again for what is there now
const KINDS = "text/html, application/json;q=0.5"; // then the app tells where a form leads (forms/request.py)
const PROBLEMS = ['[aria-invalid="true"]', "main [role=alert]:not([hidden])", "main .error", "h1"];

let left = false; // what this page showed was saved, or is no longer so

/** Call once on every page. */
export function startForms() {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (event.defaultPrevented || (button?.formMethod || form.method) !== "post" || "atOnce" in form.dataset) return;
    event.preventDefault();
    send(form, button);
  });
  document.addEventListener("page-replaced", () => (left = false));
  addEventListener("pageshow", ({ persisted }) => {
    for (const form of document.forms) delete form.dataset.sending;
    if (!left && !(persisted || wayHere() === "back_forward")) return;
    if (!left && (document.querySelector("[data-news]") || isFilled())) return; // that asks for news; this is kept
    let typed = false;
    addEventListener("input", () => (typed = true), { once: true });
    const isOld = (html) => left || (!typed && wordsOf(parsed(html)) !== wordsOf(document)); // or it stays, with its folds
    const renew = () => renewPage(isOld).catch(() => setTimeout(renew, PAUSE));
    renew();
  });
}

const wordsOf = (page) => page.querySelector("main").textContent.replace(/\s+/g, " ");
const isFilled = () => [...document.querySelectorAll("input:not([data-switch]), textarea")].some((field) =>
  /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

async function send(form, button) {
  if ("sending" in form.dataset) return;
  form.dataset.sending = "";
  const address = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const answer = await answered(form, button, address).catch(() => null);
  noteReached(Boolean(answer));
  if (answer?.leads) return leave(form, new URL(answer.leads, location.href));
  delete form.dataset.sending;
  if (answer) show(answer.html, new URL(address).hash.slice(1));
  else if (form.dispatchEvent(new SubmitEvent("unsent", { submitter: button, cancelable: true }))) stay();
}

/** What came back for a form, to the end: the page to which it leads, or the HTML of one. Throws where nothing did. */
async function answered(form, button, address) {
  const answer = await post(address, fieldsOf(form, button), { kinds: KINDS, signal: limit(form) });
  const isJson = answer.headers.get("Content-Type").startsWith("application/json");
  return isJson ? { leads: (await answer.json()).leads_to } : { html: await answer.text() };
}

const hasFiles = (form) => form.enctype === "multipart/form-data";
const limit = (form) => (hasFiles(form) ? undefined : AbortSignal.timeout(TOO_LONG));

/** What a button sends with its form. */
export function fieldsOf(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  return hasFiles(form) ? fields : new URLSearchParams(fields);
}

/** Opens the page to which a form leads, in place of this one where it is the same again, or was on the way to it. */
function leave(form, next) {
  left = !form.dataset.draft;
  const isSame = next.pathname === location.pathname;
  if (isSame && next.search === location.search && next.hash) {
    history.replaceState(null, "", next);
    leaveFor(form, next, "reload");
  } else leaveFor(form, next, isSame || "confirmation" in form.dataset ? "replace" : "assign");
}

/** Shows the page that came back, from the place with this id on or with the focus on what is wrong. Of a page that only
 *  says why nothing can be done it shows that, above the form, which keeps what was entered. */
function show(html, id) {
  const trouble = parsed(html).querySelector("main [data-trouble]");
  if (trouble) {
    trouble.classList.add("notice", "error");
    document.querySelector("[data-trouble]")?.remove();
    document.querySelector("main").prepend(trouble);
  } else {
    replacePage(html);
    document.body.dataset.refused = ""; // so that no news come over it, whatever is in its fields
  }
  const place = document.getElementById(id) ?? trouble?.querySelector(PROBLEMS[0]) ?? trouble
    ?? PROBLEMS.map((css) => document.querySelector(css)).find(Boolean);
  if (!place) return; // the app without a server has stopped: the page around it says so
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
  if (trouble || id) place.scrollIntoView({ block: id ? "start" : "center" });
}
