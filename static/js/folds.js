// Folds of a form that are not drawn yet: one that is opened asks for what is in it, with all that was typed so
// far. Where that fails its button stays, which does the same for the whole page.

document.addEventListener("toggle", ({ target }) => target.open && target.matches("[data-fold]") && fill(target), true);

async function fill(fold) {
  const inside = fold.querySelector(":scope > div");
  const button = inside.querySelector(":scope > button[name=open]:only-child");
  if (!button || fold.ariaBusy === "true") return;
  fold.ariaBusy = "true";
  button.hidden = true;
  try {
    inside.innerHTML = await drawn(button);
  } catch {
    button.hidden = false; // no connection, or a page of long ago
  } finally {
    fold.ariaBusy = null;
  }
}

/** What is in the fold that a button asks for. */
async function drawn(button) {
  const body = new FormData(button.form, button);
  body.set("alone", "yes");
  const answer = await fetch(button.form.action, { method: "POST", body });
  if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
  return answer.text();
}
