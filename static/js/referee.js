// “May I call koi-koi?”: the answer of the app is shown on the board instead of on a page of its own, and a koi-koi
// called now is noted with the cards that are tapped.

import { fieldsOf } from "./forms.js";
import { parsed, post } from "./page_renewal.js";
import { onTap } from "./taps.js";

/** Call once on every page. */
export function startReferee() {
  document.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("[data-referee]") || event.defaultPrevented) return;
    event.preventDefault();
    answer(event.target, event.submitter);
  });
  onTap("[data-board] [data-note]", (button, event) => {
    event.preventDefault();
    note(button.closest("form"), button);
  });
}

async function answer(form, button) {
  const place = button.closest(".may-call").querySelector("[data-advice]");
  try {
    const page = await post(form.action, fieldsOf(form, button));
    const advice = parsed(await page.text()).querySelector("main [data-advice], main .error, main .notice:not([hidden])");
    place.replaceChildren(...(advice?.matches("[data-advice]") ? advice.children : [advice ?? place.dataset.unreached]));
  } catch {
    place.replaceChildren(place.dataset.unreached);
  }
  form.addEventListener("input", () => place.replaceChildren(), { once: true }); // it is about the cards until then
}

/** Counts one more call of a player, keeps the cards that it was called with, and closes the sheet. */
function note(form, { value: seat, dataset }) {
  const calls = form.elements[`calls-${seat}`];
  const called = form.elements[`called-${seat}`];
  calls.value = Math.min(Number(calls.value) + 1, Number(calls.max));
  called.value = [called.value, dataset.note].filter(Boolean).join("; ");
  form.querySelector("[data-more]").open = false;
  calls.dispatchEvent(new Event("input", { bubbles: true }));
}
