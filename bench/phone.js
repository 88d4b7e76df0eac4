// What the benchmark does on a page: taps like a thumb, and times and layout shifts as the browser reports them.
// Added to every page before its own scripts.

const SMALLEST = 24; // CSS px: WCAG 2.5.8
const REACH = 40; // px; a target is measured at most this far from its middle

const phone = {
  scrolls: true, // to what is out of sight; else that throws

  /** Taps each element in turn. */
  press(selectors) {
    for (const selector of selectors) this.find(selector).element.click();
  },

  /** An element, and where a thumb would tap it. Throws unless it is there, large enough, enabled and uncovered. */
  find(selector) {
    const element = [...document.querySelectorAll(selector)].find((candidate) => candidate.checkVisibility());
    if (!element) throw new Error(`${selector} is not visible`);
    if (element.matches(":disabled, [aria-disabled=true]")) throw new Error(`${selector} is disabled`);
    if (this.scrolls && !this.isFree(element)) element.scrollIntoView({ block: "center", behavior: "instant" });
    if (!this.isFree(element)) throw new Error(`${selector} is covered`);
    const [x, y] = this.middle(element);
    const side = Math.min(this.reach(element, x, y, 1, 0), this.reach(element, x, y, 0, 1));
    if (side < SMALLEST) throw new Error(`${selector} is only ${side} px`);
    return { element, place: [x, y] };
  },

  /** The same without the element, for taps from outside the page. */
  place(selector) {
    return this.find(selector).place;
  },

  middle(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  },

  isFree(element) {
    return this.isHit(element, ...this.middle(element));
  },

  isHit(element, x, y) {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (element.contains(hit) || hit.closest("label")?.control === element);
  },

  /** How wide (or high) the part of the screen is that belongs to an element, in px, seen from its middle. */
  reach(element, x, y, across, down) {
    const ends = [-1, 1].map((way) => {
      let [inside, outside] = [0, REACH];
      while (outside - inside > 1) {
        const half = (inside + outside) >> 1;
        if (this.isHit(element, x + way * across * half, y + way * down * half)) inside = half;
        else outside = half;
      }
      return inside;
    });
    return ends[0] + ends[1] + 1;
  },

  /** The middles of all elements that can be tapped without scrolling. */
  free(selector) {
    return [...document.querySelectorAll(selector)].filter((element) => this.isFree(element)).map((element) => this.middle(element));
  },

  /** The values of quick choices, such as [9, 10, 11, 12]; none if they are not visible. */
  quick(name) {
    const buttons = [...document.querySelectorAll(`[data-quick="${name}"] [data-set]`)];
    return buttons.filter((button) => button.checkVisibility()).map((button) => Number(button.dataset.set));
  },

  /** Starts to time taps: the ms from lifting the finger until the next frame with a changed line is painted. */
  watch() {
    this.times = [];
    let lifted = null;
    addEventListener("pointerup", (event) => (lifted = event.timeStamp), { capture: true });
    new MutationObserver(() => {
      if (lifted === null) return;
      const from = lifted;
      lifted = null;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel(); // its message arrives after painting
        port1.onmessage = () => this.times.push(performance.now() - from);
        port2.postMessage(null);
      });
    }).observe(document.querySelector("[data-live]"), { childList: true, subtree: true, characterData: true });
  },

  /** Adds up the layout shifts from now on and before that count (CLS): those right after a tap do not. */
  watchShifts() {
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) this.shifted += hadRecentInput ? 0 : value;
    }).observe({ type: "layout-shift", buffered: true });
  },

  shifts() {
    return this.shifted;
  },

  shifted: 0,
};

window.phone = phone;
