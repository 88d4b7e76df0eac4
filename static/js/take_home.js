// Buttons that share or copy a file, such as the scoresheet. Each is shown where the browser can do it: sharing needs HTTPS or this
// machine, which a sentence says where it is missing, and a picture needs a browser that shares files; a text is copied everywhere.
import { copied } from "./copying.js";

for (const button of document.querySelectorAll("[data-share-file]")) {
  const { shareFile: address, name, type } = button.dataset;
  const isText = type.startsWith("text/plain");
  const shared = (blob) => new File([blob], name, { type });
  button.hidden = isText ? !navigator.share : !navigator.canShare?.({ files: [shared("")] });
  button.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    try {
      const file = await (await sent(address)).blob();
      await navigator.share(isText ? { text: await file.text() } : { files: [shared(file)] });
    } catch {
      // cancelled, or no connection: the link beside it is the same file
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
}

for (const note of document.querySelectorAll("[data-no-sharing]")) note.hidden = isSecureContext;

for (const button of document.querySelectorAll("[data-copy-file]")) {
  const part = button.closest("[data-done]");
  const text = () => sent(button.dataset.copyFile).then((answer) => answer.text());
  let ready; // where it has to be at hand
  if (!navigator.clipboard) text().then((whole) => (ready = whole), () => {});
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = part.querySelector("[role=status]");
    said.textContent = "";
    const done = await copied(ready ?? text());
    said.textContent = done ? part.dataset.done : part.dataset.failed;
    if (done) await shownOn(button, part.dataset.done);
  });
}

/** Show words on a button for a moment: the place where the finger is. */
async function shownOn(button, words) {
  const before = button.dataset.words ??= button.textContent;
  button.textContent = words;
  await new Promise((over) => setTimeout(over, 3000));
  button.textContent = before;
}

async function sent(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}
