// The form for a new match: shows the hints of the chosen rules, and the typed names where a player is chosen.

const form = document.querySelector("[data-new-match]");

function followRules() {
  const rules = form.querySelector('[name="ruleset"]:checked');
  if (!rules) return;
  const { dataset } = form.querySelector(`[data-answers="${CSS.escape(rules.value)}"]`) ?? rules;
  for (const hint of form.querySelectorAll("[data-hint]")) hint.textContent = dataset[hint.dataset.hint];
  const inside = rules.closest("details");
  for (const place of form.querySelectorAll("[data-chosen]")) {
    place.textContent = place.closest("details") === inside ? rules.parentElement.querySelector("b").textContent : "";
  }
  askForSecond(dataset.seats === "drawn");
}

/** Asks who sits to the right of the dealer where the cards of three players say it. */
function askForSecond(drawn) {
  const dealer = form.elements.dealer.value;
  const three = [0, 1, 2].every((seat) => form.elements[`name-${seat}`].value.trim());
  form.querySelector("[data-second]").hidden = !drawn || !three || !/\d/.test(dealer);
  for (const radio of form.elements.second) radio.closest("label").hidden = radio.value === dealer;
}

function followNames() {
  for (const place of form.querySelectorAll("[data-name]")) {
    const name = form.elements[`name-${place.dataset.name}`].value.trim();
    place.dataset.otherwise ??= place.textContent;
    place.textContent = name || place.dataset.otherwise;
    if (place.dataset.name === "2") place.closest("label").hidden = !name;
  }
  const { dealer } = form.elements;
  if (dealer.value === "2" && !form.elements["name-2"].value.trim()) dealer.value = "random";
  followRules();
}

if (form) {
  form.addEventListener("change", followRules);
  form.addEventListener("input", followNames);
  document.addEventListener("answers-drawn", followRules);
  followNames();
}
