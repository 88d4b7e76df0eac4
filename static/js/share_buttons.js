// Buttons that share or copy a file, such as the scoresheet, the text of a field or the address of a link. Each is shown
// where the browser can do it: sharing needs HTTPS or this machine, which a sentence says where it is missing, and a
// picture needs a browser that shares files; a text is copied everywhere.

import { askApp } from "./addresses.js";

follow();
document.addEventListener("page-replaced", follow);

function follow() {
  document.querySelectorAll("[data-share-file]").forEach(offerFile);
  document.querySelectorAll("[data-copy-file]").forEach(offerCopy);
  document.querySelectorAll("[data-pass]").forEach(offerText);
  for (const link of document.querySelectorAll("a[href='#ways']")) {
    link.addEventListener("click", () => (document.getElementById("ways").open = true));
  }
  for (const note of document.querySelectorAll("[data-no-sharing]")) note.hidden = isSecureContext;
}

/** Shows a button that shares a file. */
function offerFile(button) {
  const { shareFile: address, name, type } = button.dataset;
  const isText = type.startsWith("text/plain");
  const shared = (blob) => new File([blob], name, { type });
  button.hidden = isText ? !navigator.share : !navigator.canShare?.({ files: [shared("")] });
  const saves = button.previousElementSibling;
  if (saves?.matches("[data-saves]")) saves.hidden = !button.hidden;
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

/** Shows a button that copies the text of a file. */
function offerCopy(button) {
  const part = button.closest("[data-done]");
  const text = () => sent(button.dataset.copyFile).then((answer) => answer.text());
  let ready; // where it has to be at hand
  if (!navigator.clipboard) text().then((whole) => (ready = whole), () => {});
  button.hidden = false;
  button.dataset.done = part.dataset.done; // so wide it is from the first
  button.addEventListener("click", async () => {
    const said = part.querySelector("[role=status]");
    said.textContent = "";
    const done = await copied(ready ?? text());
    said.textContent = done ? part.dataset.done : part.dataset.failed;
    if (done) await shownOn(button, part.dataset.done);
  });
}

/** Shows the buttons that copy and share the text of a field or the address of a link. */
function offerText(line) {
  const source = document.getElementById(line.dataset.pass);
  const copy = line.querySelector("[data-copy]");
  const share = line.querySelector("[data-share]");
  const said = line.querySelector("[role=status]");
  copy.hidden = line.hidden = false;
  share.hidden = !navigator.share;
  copy.addEventListener("click", async () => {
    said.textContent = "";
    const done = await copied(source.href ?? source.value);
    said.textContent = done ? line.dataset.done : line.dataset.failed;
    if (!done) source.select?.(); // not allowed: at least it is marked for copying by hand
  });
  const shared = () => (source.href ? { url: source.href } : { text: source.value });
  share.addEventListener("click", () => navigator.share(shared()).catch(() => {})); // or cancelled
}

/** Show words on a button for a moment: the place where the finger is. */
async function shownOn(button, words) {
  const before = button.dataset.words ??= button.textContent;
  button.textContent = words;
  await new Promise((over) => setTimeout(over, 3000));
  button.textContent = before;
}

async function sent(address) {
  const answer = await askApp(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** Copies a text, or one that is still on its way, and returns whether it did; call it in the click, after which WebKit
 *  allows it no more. Over plain HTTP the text is marked in a field, the only way there, so it has to be at hand. */
async function copied(text) {
  try {
    if (!navigator.clipboard) return copyMarked(typeof text === "string" ? text : await text);
    if (!window.ClipboardItem) await navigator.clipboard.writeText(await text);
    else await write(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a text to the clipboard that may still be on its way. */
function write(text) {
  const blob = Promise.resolve(text).then((whole) => new Blob([whole], { type: "text/plain" }));
  blob.catch(() => {}); // a browser that refuses to write does not wait for it
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

function copyMarked(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}
