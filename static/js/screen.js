// The view beside the table: the screen stays on, and a button fills it.
import { stayAwake } from "./wake_lock.js";

stayAwake();
offer();
document.addEventListener("page-replaced", offer);

/** Shows the button for the whole screen where the browser can do it. */
function offer() {
  for (const button of document.querySelectorAll("[data-whole-screen]")) {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => {
      button.closest("details").open = false;
      document.documentElement.requestFullscreen();
    });
  }
}
