// The open questions of a round, shown one after another in place of the button that saves it.

const MANY = 3;

/** Shows the first of the questions with these ids in the dock; only saving waits for an answer. */
export function ask(form, words, seat, names) {
  const open = words.asks.filter((question) => names.includes(question.id) && [null, seat].includes(question.seat));
  const [first] = open;
  form.toggleAttribute("data-asking", Boolean(first));
  if (first?.answers.length > MANY) form.dataset.asking = "many"; // its words need more room
  const place = form.querySelector("[data-asks]");
  const key = first ? `${first.id} ${first.seat}` : "";
  if (place.dataset.asks === key) return;
  const focused = place.contains(document.activeElement);
  place.dataset.asks = key;
  place.replaceChildren(...(first ? [label(first), ...first.answers.map((answer) => button(form, answer))] : []));
  if (focused) (first ? place.querySelector("button") : form.querySelector("[data-save]"))?.focus();
}

function label({ text }) {
  const words = document.createElement("span");
  words.id = "asked";
  words.textContent = text;
  return words;
}

function button(form, { label: words, name, value, full }) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = words;
  if (full) made.title = full;
  made.dataset.answer = `${name}=${value}`;
  made.addEventListener("click", () => {
    const box = [...form.querySelectorAll(`[name="${name}"]`)].find((answer) => answer.value === value);
    box.checked = true;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return made;
}
