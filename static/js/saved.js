// A round that was saved needs no draft any more.
const page = document.querySelector("[data-saved]");
try {
  if (page) window.localStorage.removeItem(`draft ${page.dataset.saved}`);
} catch {
  // the browser keeps nothing for this page
}
