// Folds of a form whose content is fetched when they are opened, with everything typed so far. If that fails, the
// button in the fold stays: it loads the whole page with the fold open.

document.addEventListener("toggle", ({ target }) => target.open && target.matches("[data-fold]") && fill(target), true);

async function fill(fold) {
  const inside = fold.querySelector(":scope > div");
  const button = inside.querySelector(":scope > button[name=open]:only-child");
  if (!button || fold.hasAttribute("aria-busy")) return;
  fold.setAttribute("aria-busy", "true");
  button.hidden = true;
  try {
    const body = new FormData(button.form, button);
    body.set("alone", "yes");
    inside.innerHTML = await drawn(button.form.action, body);
  } catch {
    button.hidden = false; // no connection, or the page is too old
  } finally {
    fold.removeAttribute("aria-busy");
  }
}

/** The part of a page that the server draws for a form. */
export async function drawn(address, body) {
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
  return answer.text();
}
