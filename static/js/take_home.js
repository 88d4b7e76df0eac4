// Buttons that share or copy a file of the scoresheet. Each is shown where the browser can do it: sharing needs HTTPS or this
// machine, and a picture needs a browser that shares files; a text is copied everywhere.

for (const button of document.querySelectorAll("[data-share-file]")) {
  const { shareFile: address, name, type } = button.dataset;
  const isText = type.startsWith("text/plain");
  const shared = (blob) => new File([blob], name, { type });
  button.hidden = isText ? !navigator.share : !navigator.canShare?.({ files: [shared("")] });
  button.addEventListener("click", async () => {
    button.ariaBusy = "true";
    try {
      const file = await (await sent(address)).blob();
      await navigator.share(isText ? { text: await file.text() } : { files: [shared(file)] });
    } catch {
      // cancelled, or no connection: the link beside it is the same file
    } finally {
      button.ariaBusy = null;
    }
  });
}

for (const button of document.querySelectorAll("[data-copy-file]")) {
  const part = button.closest("[data-done]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = part.querySelector("[role=status]");
    said.textContent = "";
    const text = await (await sent(button.dataset.copyFile)).text();
    if (await copied(text)) said.textContent = part.dataset.done;
  });
}

async function sent(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** Copy a text; over plain HTTP by marking it in a field, the only way there. */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
