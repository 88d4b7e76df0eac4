// − and + beside a number field, and buttons that set it directly.

import { onTap } from "./taps.js";

/** Call once on every page. */
export function startSteppers() {
  onTap("[data-step], [data-set]", step);
  document.addEventListener("input", ({ target: { form, type } }) => {
    if (form && type !== "checkbox") markQuick(form); // a check box changes no number
  });
}

function step(button) {
  const field = button.closest("[data-stepper]")?.querySelector("input") ?? named(button);
  const { set, step } = button.dataset;
  const wanted = set === undefined ? Number(field.value) + Number(step) : toggled(field, set);
  field.value = Math.min(Math.max(wanted, Number(field.min)), Number(field.max));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function named(button) {
  return button.form.querySelector(`[name="${button.closest("[data-quick]").dataset.quick}"]`);
}

function toggled(field, value) {
  return field.value === value ? 0 : Number(value);
}

/** Marks the buttons of a form whose number stands in their field. */
export function markQuick(form) {
  for (const button of form.querySelectorAll("[data-set]")) {
    button.setAttribute("aria-pressed", String(named(button).value === button.dataset.set));
  }
}
