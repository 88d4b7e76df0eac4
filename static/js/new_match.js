// The form for a new match: hints follow the chosen rules, and the names stand where players are chosen.

const form = document.querySelector("[data-new-match]");

function followRules() {
  const chosen = form.querySelector('[name="ruleset"]:checked');
  if (!chosen) return;
  for (const hint of form.querySelectorAll("[data-hint]")) hint.textContent = chosen.dataset[hint.dataset.hint];
  const inside = chosen.closest("details");
  form.querySelector("[data-chosen]").textContent = inside ? chosen.parentElement.querySelector("b").textContent : "";
}

function followNames() {
  for (const place of form.querySelectorAll("[data-name]")) {
    const name = form.elements[`name-${place.dataset.name}`].value.trim();
    place.dataset.otherwise ??= place.textContent;
    place.textContent = name || place.dataset.otherwise;
    if (place.dataset.name === "2") place.closest("label").hidden = !name;
  }
}

if (form) {
  form.addEventListener("change", followRules);
  form.addEventListener("input", followNames);
  followRules();
  followNames();
}
