// Buttons that copy or share the text of a field or the address of a link. A text is copied everywhere; sharing is shown
// where the browser can do it: it needs HTTPS or this machine.
import { copied } from "./copying.js";

for (const line of document.querySelectorAll("[data-pass]")) {
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
