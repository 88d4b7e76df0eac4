// Buttons that copy or share the text of a field or the address of a link, shown only where the browser can: both need HTTPS
// or this machine.
for (const line of document.querySelectorAll("[data-pass]")) {
  const source = document.getElementById(line.dataset.pass);
  const copy = line.querySelector("[data-copy]");
  const share = line.querySelector("[data-share]");
  const said = line.querySelector("[role=status]");
  copy.hidden = !navigator.clipboard;
  share.hidden = !navigator.share;
  line.hidden = copy.hidden && share.hidden;
  copy.addEventListener("click", async () => {
    said.textContent = "";
    try {
      await navigator.clipboard.writeText(source.href ?? source.value);
      said.textContent = line.dataset.done;
    } catch {
      source.select?.(); // not allowed: at least it is marked for copying by hand
    }
  });
  const shared = () => (source.href ? { url: source.href } : { text: source.value });
  share.addEventListener("click", () => navigator.share(shared()).catch(() => {})); // or cancelled
}
