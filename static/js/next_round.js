// Shows the next round on the same board while the round before it waits to be sent: its number, its dealer if
// the rules in the page tell, and nothing entered.

import { blank } from "./board_fields.js";
import { newId, waiting } from "./outbox_store.js";
import { fill } from "./sentences.js";

/** Offers the next round on the board once this one waits for a connection. */
export function offerNext(form) {
  const button = form.querySelector("[data-go-on]");
  if (!button) return;
  const onState = ({ detail: state }) => {
    if (!form.isConnected) return document.removeEventListener("outbox", onState);
    const next = "kept" in form.dataset && state && state !== "sending" ? following(form, keptFields(form)) : null;
    button.hidden = !next?.number;
    if (next?.number) button.textContent = fill(ahead(form).says.go_on, next);
    if (next?.why) form.querySelector("[data-waiting] p").textContent += ` ${next.why}`;
  };
  document.addEventListener("outbox", onState);
  button.addEventListener("click", () => {
    const fresh = form.cloneNode(true);
    turnTo(fresh, following(form, keptFields(form)));
    form.replaceWith(fresh);
    scrollTo(0, 0);
    document.dispatchEvent(new Event("page-replaced"));
  });
}

/** The fields of the round on the screen as they wait to be sent, with the button that sent them. */
function keptFields(form) {
  return waiting().find((entry) => entry.id === form.elements.id.value)?.fields ?? [];
}

/** Turns a board from the server to the round after those that wait in this browser. */
export function catchUp(form) {
  if ("kept" in document.body.dataset) form.elements.id.value = newId(); // the one of the kept page may be used
  const entries = waiting(form.dataset.draft.split(".")[0]).filter((entry) => !entry.correcting);
  if (!ahead(form) || entries.some((entry) => entry.refused)) return;
  for (const entry of entries) {
    if (entry.number < Number(form.elements.number.value)) continue; // stored, though the answer was lost
    const next = following(form, entry.fields);
    if (!next.number) return;
    turnTo(form, next);
  }
}

/** The round after the one with these fields: { number, dealer }, dealer null if unknown; or { why } there is none. */
function following(form, fields) {
  const { outcomes, dealer, last, says } = ahead(form);
  const value = (name) => fields.findLast(([field]) => field === name)?.[1]; // the button's is the last
  const result = value("away") ?? value("other") ?? value("result"); // rare endings are sent beside the result, or by a button
  if (!outcomes[result]) return { why: says.unclear };
  const number = Number(form.elements.number.value) + outcomes[result].rounds;
  if (last && number > last) return { why: says.over };
  const called = fields.some(([name, times]) => name.startsWith("calls-") && Number(times));
  const { dealers } = outcomes[result];
  const same = dealers.every((seat) => seat === dealers[0]);
  if (result === "nobody" && called) return { number, dealer: null };
  return { number, dealer: same ? dealers[0] : dealer === null ? null : dealers[dealer] };
}

function turnTo(form, { number, dealer }) {
  blank(form);
  const says = ahead(form).says;
  form.elements.id.value = newId();
  form.elements.number.value = number;
  form.dataset.draft = `${form.dataset.draft.split(".")[0]}.${number}`;
  for (const name of ["kept", "instead"]) delete form.dataset[name];
  for (const gone of form.querySelectorAll(".error, .handed, .filled")) gone.remove();
  const save = form.querySelector("[data-save]");
  save.textContent = fill(says.save, { number });
  save.removeAttribute("aria-disabled");
  for (const shown of [save, form.querySelector(".why")]) shown.hidden = false; // not so after a late save
  for (const hidden of form.querySelectorAll("[data-go-on], [data-waiting], [data-away]")) hidden.hidden = true;
  headline(says, number, ahead(form).players[dealer]);
  wholeMonths(form, ahead(form), number);
  rewrite(form, "[data-ahead]", (tree) => ({ ...tree, dealer }));
  rewrite(form, "[data-words]", (words) => ({ ...words, round: number, says: unconfirmed(words.says, says) }));
}

function headline(says, number, dealer) {
  const title = document.querySelector("header h1");
  const small = title?.querySelector("small");
  const words = fill(says.headline, { number });
  document.title = `${words}${document.title.slice(document.title.lastIndexOf(" – "))}`;
  if (!small) return;
  title.firstChild.textContent = `${words} `;
  small.lastChild.textContent = ` ${dealer ? fill(says.deals, { dealer }) : says.unknown}`;
}

/** Asks whether the month of the new round was captured whole, beside those of which that is asked in every round. */
function wholeMonths(form, { months, always }, number) {
  if (!months.length) return; // what is asked of whole months is the same in every round
  const asked = [...new Set([...always, ((number - 1) % 12) + 1])].sort((one, other) => one - other);
  for (const boxes of form.querySelectorAll(".whole")) {
    const like = boxes.querySelector("label");
    boxes.replaceChildren(...asked.map((month) => monthBox(like.cloneNode(true), month, months[month - 1])));
  }
}

function monthBox(label, month, [kanji, plant]) {
  label.querySelector("input").value = month;
  label.querySelector("span").firstChild.textContent = `${month} `;
  label.querySelector("[lang]").textContent = kanji;
  label.querySelector("small").textContent = plant;
  return label;
}

/** Marks payments as unconfirmed: they are computed from the balance before the rounds that wait. */
function unconfirmed(said, says) {
  if (said.unconfirmed) return said;
  const [pays, last, gets] = [said.pays, said.last, said.gets].map((payment) => fill(says.unconfirmed, { payment }));
  return { ...said, pays, last, gets, unconfirmed: true };
}

function ahead(form) {
  const script = form.querySelector("[data-ahead]");
  return script && JSON.parse(script.textContent);
}

function rewrite(form, css, change) {
  const script = form.querySelector(css);
  script.textContent = JSON.stringify(change(JSON.parse(script.textContent)));
}
