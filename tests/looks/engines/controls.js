// What a player can see and tap on a page.

/** The box of an element that is seen, or undefined. */
const boxOf = (element) => element.checkVisibility({ visibilityProperty: true })
  && [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);

/** What is tapped for a control: itself, or the label in which it is drawn. */
const faceOf = (control) => {
  const label = control.labels?.[0];
  return label?.contains(control) ? label : control;
};

const says = (element, text) => element.textContent.replace(/\s+/g, " ").includes(text);

const find = (css, text = "") =>
  [...document.querySelectorAll(css)].map(faceOf).find((one) => boxOf(one) && says(one, text));

const middleOf = (element) => {
  const { left, top, width, height } = boxOf(element);
  return [left + width / 2, top + height / 2];
};

/** What a tap on the middle of an element meets, where that is something else; or undefined. */
const covering = (element) => {
  const hit = document.elementFromPoint(...middleOf(element));
  return element.contains(hit) || hit?.closest("label")?.control === element ? undefined : hit ?? document;
};

/** Whether two frames were drawn since `stir` in which nothing moved, or was no target yet because of what stood there
 *  before. */
const still = () => {
  const moves = document.getAnimations().some(({ playState, effect }) =>
    playState === "running" && effect.getComputedTiming().endTime !== Infinity);
  const drawn = window.drawn ?? stir();
  if (moves) drawn.frames = 0;
  else if (!drawn.asked && drawn.frames < 2) {
    drawn.asked = true;
    requestAnimationFrame(() => Object.assign(drawn, { frames: drawn.frames + 1, asked: false }));
  }
  return drawn.frames >= 2;
};

const stir = () => (window.drawn = { frames: 0 });

const show = (element) => {
  if (covering(element)) element.scrollIntoView({ block: "center", behavior: "instant" });
};

/** Where to tap an element, once a tap meets it and it stood there while two frames were drawn; null until then. */
const aim = (css, text) => {
  const element = find(css, text);
  if (!element) return null;
  show(element);
  if (covering(element)) return null;
  const place = middleOf(element);
  const aimed = window.aimed ?? {};
  if (String(aimed.place) === String(place)) return aimed.frames > 1 ? place : null;
  const fresh = window.aimed = { place, frames: 0 };
  const count = () => (fresh.frames += 1) > 1 || requestAnimationFrame(count);
  requestAnimationFrame(count);
  return null;
};

/** The middle of an element, scrolled into view; null as long as there is none. */
const middle = (css) => {
  const element = find(css);
  if (element) show(element);
  return element ? middleOf(element) : null;
};

/** A field in which the next key replaces what it holds; null as long as there is none. */
const ready = (css) => {
  const field = document.querySelector(css);
  field?.select?.();
  return field;
};

const texts = (css) => [...document.querySelectorAll(css)].map(({ innerText }) => innerText);

const shows = (text) => document.body.innerText.replace(/\s+/g, " ").includes(text);

/** Puts the type of the file behind a link, and its first bytes, into window.downloaded. */
const download = async (css) => {
  window.downloaded = undefined;
  const answer = await fetch(document.querySelector(css).href);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  window.downloaded = [answer.headers.get("content-type"), [...bytes.slice(0, 8)]];
};

/** Without the link that only the keyboard brings up. */
const CONTROLS = ":is(a[href]:not(.skip), button, summary, input, select, textarea):not([type=hidden], [aria-hidden])";

/** Every control on the page of which a tap in its middle meets something else: what it is, and what is met. */
const covered = () => [...document.querySelectorAll(CONTROLS)].map(faceOf).flatMap((control) => {
  if (!boxOf(control)) return [];
  show(control);
  const hit = covering(control);
  const name = (one) => `${one.nodeName} ${one.className ?? ""} ${(one.textContent ?? "").trim().slice(0, 40)}`;
  return hit ? [`${name(control)} is under ${name(hit)}`] : [];
});

/** Opens every fold; not the menus, which lie over the page. */
const unfold = () => {
  document.querySelectorAll("details:is(.panel, .turnout)").forEach((fold) => { fold.open = true; });
  stir();
};
