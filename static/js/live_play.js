// Live play: what is entered is sent without leaving the page, so that the next turn is there at once. Without a
// connection it is sent again until it arrives; the cards of a turn are also kept in this browser until then.

import { dropDraft, keepDraft } from "./draft.js";
import { leaveFor, post, replacePage } from "./page_renewal.js";
import { onTap } from "./taps.js";
import { stayAwake } from "./wake_lock.js";

const PAUSE = 3000;
const TOO_LONG = 20000;

let begun = false;
let again = null;

function follow() {
  const form = document.querySelector("form[data-turn]");
  if (!form) return;
  keepDraft(form);
  if (!begun) stayAwake();
  begun = true;
}

follow();
document.addEventListener("page-replaced", follow);
addEventListener("online", () => again?.());

onTap('a[href="#dealt"]', () => (document.querySelector("[data-deal]").open = true)); // for older browsers

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.matches("[data-at-once]") || submitter?.formMethod === "get") return;
  event.preventDefault();
  send(form, submitter);
});

/** Sends a form once at a time, and again after a pause while the app cannot be reached. */
async function send(form, button) {
  if ("sending" in form.dataset) return;
  clearTimeout(again?.timer);
  again = null;
  form.dataset.sending = "";
  const answer = await answered(form, button).catch(() => null);
  if (answer?.leads) return leaveFor(form, answer.leads);
  delete form.dataset.sending;
  if (answer) show(answer);
  else wait(form, button);
}

/** What came back for a form: the next turn, as HTML at an address, or the address to which it leads away from here. Throws
 *  where nothing did, or the app is in trouble. */
async function answered(form, button) {
  const address = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const signal = AbortSignal.timeout(TOO_LONG); // then it is sent again, and stored once all the same
  const answer = await post(address, new URLSearchParams(new FormData(form, button)), { signal });
  const { status, ok, redirected, url } = answer;
  if (status >= 500) throw new Error(`the app answered ${status}`);
  const html = await answer.text();
  if (ok) dropDraft(document.querySelector("form[data-turn]")?.dataset.draft);
  return redirected && !new URL(url).pathname.endsWith("/turns") ? { leads: url } : { html, ok, url: redirected && url };
}

/** Shows the next turn, or what is asked before it. */
function show({ html, ok, url }) {
  if (url) history.replaceState(null, "", url);
  const goesOn = Boolean(document.querySelector("form[data-turn]"));
  replacePage(html, { stay: goesOn });
  if (!document.querySelector("form[data-turn]") || !ok) scrollTo(0, 0);
  announce();
}

/** Moves the focus to the title, which screen readers then read: whose turn it is, or what is asked. */
function announce() {
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}

function wait(form, button) {
  if (!form.isConnected) return;
  const notice = document.querySelector("[data-unsent]");
  if (notice) notice.hidden = false;
  again = () => form.isConnected && send(form, button);
  again.timer = setTimeout(again, PAUSE);
}
