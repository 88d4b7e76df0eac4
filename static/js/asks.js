// The questions in the dock of the board: which are open about a pile, and the first of them with its answers.

import { checked, lookUp } from "./board_fields.js";
import { openQuestions } from "./scorer/questions.js";

const MANY = 3; // answers

/** The open questions about a pile; none about cards where all 48 are shown. */
export function unanswered(form, plan, words, seat, held, at) {
  const nameOf = (question) => (question.startsWith(`${seat}.`) ? question.slice(2) : question);
  const answered = new Set(checked(form, '[name="no"]').map(nameOf));
  const shown = lookUp(form, ".months").length && !held.chaff;
  const open = openQuestions(plan, words.unsaid, held, at, answered);
  return open.filter((name) => !shown || !/^(cards|whole)\./.test(name));
}

/** Shows the first of the questions with these ids in the dock; only saving waits for an answer. */
export function ask(form, words, seat, names) {
  const first = words.asks.find((question) => names.includes(question.id) && [null, seat].includes(question.seat));
  form.toggleAttribute("data-asking", Boolean(first));
  if (first?.answers.length > MANY) form.dataset.asking = "many"; // its words need more room
  const [place] = lookUp(form, "[data-asks]");
  const key = first ? `${first.id} ${first.seat}` : "";
  if (place.dataset.asks === key) return;
  const focused = place.contains(document.activeElement);
  place.dataset.asks = key;
  place.replaceChildren(...(first ? [...questionWords(form, first), ...answerButtons(form, first)] : []));
  if (focused) (first ? place.querySelector("button") : form.querySelector("[data-save]"))?.focus();
}

/** The text of a question, and the picture of the card that it is about. */
function questionWords(form, { text, card }) {
  const words = document.createElement("span");
  words.id = "asked";
  words.textContent = text;
  return card ? [picture(form, card), words] : [words];
}

/** A card's picture, as the board has it beside its check box. */
function picture(form, card) {
  return form.querySelector(`[value="${card}"] ~ svg`).cloneNode(true);
}

function answerButtons(form, { answers }) {
  return answers.map((answer) => answerButton(form, answer));
}

function answerButton(form, { label: words, name, value, card }) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  if (card) {
    made.append(picture(form, card));
    made.setAttribute("aria-label", words);
  } else {
    made.textContent = words;
  }
  made.dataset.answer = `${name}=${value}`;
  made.addEventListener("click", () => {
    const box = [...form.querySelectorAll(`[name="${name}"]`)].find((answer) => answer.value === value);
    box.checked = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return made;
}
