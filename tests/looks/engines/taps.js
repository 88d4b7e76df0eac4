// What a tap moves: each control of a page is tapped once, and looked at again when all that the tap began is done.

const SOON = 500; // ms: a timer that is set for later, or a question for news, was not begun by the tap
const TAPPED = ":is(summary, select, button, input:not([type=hidden], [type=file])):not(:disabled, [aria-hidden])";
const MENUS = "details[open]:is(.menu, .more)";

/** Counts what is on its way in this page, and keeps it from being left: nothing is sent, opened or printed. */
const watch = () => {
  const busy = (window.busy = { count: 0 });
  window.tried = new Set();
  const { fetch, setTimeout: later, clearTimeout: forget } = window;
  const done = () => later(() => (busy.count -= 1));
  const counted = (promise) => {
    busy.count += 1;
    return promise.finally(done);
  };
  window.fetch = (address, options) =>
    String(address).includes("/news") ? fetch(address, options) : counted(fetch(address, options));
  for (const read of ["text", "json", "arrayBuffer", "blob"]) {
    const way = Response.prototype[read];
    Response.prototype[read] = function () { return counted(way.call(this)); };
  }
  const timers = new Set();
  window.setTimeout = (run, pause = 0, ...values) => {
    if (pause > SOON) return later(run, pause, ...values);
    const id = later(() => {
      timers.delete(id);
      try { run(...values); } finally { done(); }
    }, pause);
    timers.add(id);
    busy.count += 1;
    return id;
  };
  window.clearTimeout = (id) => {
    if (timers.delete(id)) done();
    forget(id);
  };
  window.print = () => {};
  Element.prototype.requestFullscreen = async () => {};
  addEventListener("submit", (event) => {
    if (event.submitter?.matches("[data-referee]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("invalid", (event) => event.preventDefault(), true); // the browser would lead to the field
  addEventListener("click", (event) => event.target.closest?.("a[href]") && event.preventDefault());
};

/** Whether all that was begun is done, and drawn. */
const calm = () => {
  if (busy.count) stir();
  return still();
};

/** What a control is called, by itself or as the one that was put in its place. */
const nameOf = (control) => {
  const { localName, type = "", name = "", value = "", id, dataset } = control;
  const answer = localName === "button" || ["radio", "checkbox"].includes(type) ? value : "";
  if (name || id) return [localName, id, name, answer].filter(Boolean).join(" ");
  const place = control.closest("[id], [data-quick], [data-stepper]");
  const words = control.parentElement.id ? "" : control.getAttribute("aria-label") ?? control.textContent;
  return [localName, place?.getAttribute("id") ?? "", place?.dataset.quick ?? "", JSON.stringify({ ...dataset, words: undefined }), words]
    .join(" ").replace(/\s+/g, " ").trim().slice(0, 90);
};

const controls = () => {
  const menu = document.querySelector(MENUS);
  const all = [...(menu ?? document).querySelectorAll(TAPPED)].filter((control) => boxOf(faceOf(control)));
  return menu ? all.filter((one) => one.parentElement !== menu) : all;
};

/** The next tap: first each control once, in the menu that is open where one is; then, from the end, what that opened and
 *  ticked is closed and cleared. Says what is to be tapped, where it is, and where to tap; null where
 *  nothing is left. */
const nextTap = () => {
  const [menu, all] = [document.querySelector(MENUS), controls()];
  const again = (control) => `${nameOf(control)} again`;
  const isOn = (control) => control.localName === "summary"
    ? control.parentElement.open
    : control.type === "checkbox" && control.checked && !control.name.startsWith("cards-");
  const next = all.find((control) => !tried.has(nameOf(control)))
    ?? all.findLast((control) => isOn(control) && !tried.has(again(control)));
  if (!next) return menu ? tap(menu.querySelector("summary"), "to close the menu") : null;
  const name = tried.has(nameOf(next)) ? again(next) : nameOf(next);
  tried.add(name);
  return tap(next, name);
};

const tap = (control, name) => {
  const face = faceOf(control);
  // The part of a date that is tapped comes between the page's paddings in Chromium; on phones it opens a calendar.
  if (control.type === "date") control.scrollIntoView({ block: "center", behavior: "instant" });
  show(face);
  const { left, top } = boxOf(face);
  window.tapped = { control, name: nameOf(control), left, top };
  stir();
  const place = { name, from: [Math.round(left), Math.round(top)] };
  if (covering(face)) return place; // by a sheet that is open
  if (control.localName !== "select") return { ...place, at: middleOf(face) };
  control.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  control.selectedIndex = (control.selectedIndex + 1) % control.options.length; // its list is the browser's own
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
  return place;
};

/** How far what was tapped has moved on the screen, across and down; null where it is no longer there. */
const moved = () => {
  const { control, name, left, top } = tapped;
  const now = control.isConnected ? control : [...document.querySelectorAll(TAPPED)].find((one) => nameOf(one) === name);
  const box = now && boxOf(faceOf(now));
  return box ? [Math.round(box.left - left), Math.round(box.top - top)] : null;
};
