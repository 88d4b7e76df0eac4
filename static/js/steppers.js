// − and + beside a number field, and buttons that set it directly.

/** Makes the steppers and quick choices inside `root` work. */
export function steppers(root) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step], [data-set]");
    if (!button) return;
    const field = button.closest("[data-stepper]")?.querySelector("input") ?? named(root, button);
    const { set, step } = button.dataset;
    const wanted = set === undefined ? Number(field.value) + Number(step) : toggled(field, set);
    field.value = Math.min(Math.max(wanted, Number(field.min)), Number(field.max));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  root.addEventListener("input", ({ target }) => {
    if (target.type !== "checkbox") markQuick(root); // a check box changes no number
  });
  markQuick(root);
}

function named(root, button) {
  return root.querySelector(`[name="${button.closest("[data-quick]").dataset.quick}"]`);
}

function toggled(field, value) {
  return field.value === value ? 0 : Number(value);
}

function markQuick(root) {
  for (const button of root.querySelectorAll("[data-set]")) {
    button.setAttribute("aria-pressed", String(named(root, button).value === button.dataset.set));
  }
}
