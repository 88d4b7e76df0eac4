// The form for a new match: shows the hints and the first dealer of the chosen rules, and the typed names where a
// player is chosen.

const form = document.querySelector("[data-new-match]");

function followRules() {
  const rules = form.querySelector('[name="ruleset"]:checked');
  if (!rules) return;
  const { dataset } = form.querySelector(`[data-answers="${CSS.escape(rules.value)}"]`) ?? rules;
  for (const hint of form.querySelectorAll("[data-hint]")) hint.textContent = dataset[hint.dataset.hint];
  const inside = rules.closest("details");
  form.querySelector("[data-chosen]").textContent = inside ? rules.parentElement.querySelector("b").textContent : "";
  if (!dealerIsChosen) chooseDealer(dataset.method);
}

// Whether the first dealer was chosen by hand, in this form or in the one it was sent as.
let dealerIsChosen = false;

/** Selects how the rules find the first dealer: drawn cards, chance, or a choice by the players. */
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
  document.addEventListener("answers-drawn", followRules);
  followRules();
  followNames();
}
