// A button with data-print opens the browser's print dialogue; the address of its page with #print, too.
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
  if (location.hash === "#print") addEventListener("load", () => window.print());
}
