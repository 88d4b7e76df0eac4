// The menu and the drawer of the board cover a part of the page: they are closed by Esc and by a tap elsewhere.

/** Call once on every page. */
export function startMenus() {
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of opened()) menu.open = menu.contains(target);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

const opened = () => document.querySelectorAll("details[open]:is(.menu, .more)");
