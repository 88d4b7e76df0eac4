// The form for a new match: hints and the first dealer follow the chosen rules, and the names stand where players
// are chosen.

const form = document.querySelector("[data-new-match]");

function followRules() {
  const rules = form.querySelector('[name="ruleset"]:checked');
  if (!rules) return;
  for (const hint of form.querySelectorAll("[data-hint]")) hint.textContent = rules.dataset[hint.dataset.hint];
  const inside = rules.closest("details");
  form.querySelector("[data-chosen]").textContent = inside ? rules.parentElement.querySelector("b").textContent : "";
  if (!dealerIsChosen) chooseDealer(rules.dataset.method);
}

// Whether the first dealer was chosen by hand, in this form or in the one it was sent as.
let dealerIsChosen = false;

/** The first dealer as the rules say: drawn cards, chance, or nobody until the table says who. */
function chooseDealer(method) {
  const value = method.endsWith("_month") ? "other" : method;
  for (const radio of form.elements.dealer) radio.checked = radio.value === value;
}

function followNames() {
  for (const place of form.querySelectorAll("[data-name]")) {
    const name = form.elements[`name-${place.dataset.name}`].value.trim();
    place.dataset.otherwise ??= place.textContent;
    place.textContent = name || place.dataset.otherwise;
    const label = place.closest("label");
    if (place.dataset.name === "2") (label.htmlFor ? label.parentElement : label).hidden = !name;
  }
}

if (form) {
  dealerIsChosen = form.elements.dealer.value !== "rules";
  form.addEventListener("change", ({ target }) => {
    if (target.name === "dealer") dealerIsChosen = true;
    followRules();
  });
  form.addEventListener("input", followNames);
  followRules();
  followNames();
}
