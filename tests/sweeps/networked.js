// What a player sees and taps on a phone, for networked.py; runs before the scripts of every page.
// A finger taps what is in sight and can be used. Looking for the place of each tap on the screen, as Playwright does,
// would be half of the work of these sweeps; other tests do that.

const find = (selector) =>
  [...document.querySelectorAll(selector)].find(
    (target) => target.checkVisibility() && !target.disabled && target.getAttribute("aria-disabled") !== "true",
  );

window.player = {
  sees: (...selectors) => selectors.map((selector) => Boolean(find(selector))),

  /** Whether there is something to tap; it is tapped once that is answered, for it may lead to another page. */
  taps(selector) {
    const target = find(selector);
    setTimeout(() => target?.click());
    return Boolean(target);
  },

  /** Chooses the result and its cards, as far as they are not chosen. */
  fills(result, cards) {
    const names = [`[name="result"][value="${result}"]`, ...cards.map((card) => `[name="cards-${result}"][value="${card}"]`)];
    for (const box of names.map((name) => document.querySelector(name))) if (box?.checked === false) box.labels[0].click();
  },

  typed: () => ({
    result: document.querySelector('[name="result"]:checked')?.value ?? null,
    cards: [...document.querySelectorAll('[name^="cards-"]:checked')].map((box) => box.value).sort(),
  }),

  /** The rounds on the notepad: number and text of each. */
  rounds: () =>
    [...document.querySelectorAll('.notepad tbody a[href*="/rounds/"]')].map((link) => [
      Number(link.href.split("/").at(-1)),
      link.closest("tr").innerText.replace(/\s+/g, " "),
    ]),

  /** The event that the page shows as the last one. */
  seq: () => Number(document.querySelector("[data-news]")?.dataset.seq ?? 0),

  /** The saves that wait on this phone. */
  waiting: () => JSON.parse(localStorage.getItem(`outbox ${document.documentElement.dataset.installation}`) ?? "[]"),

  /** The event of every save that the server told this phone it has stored. */
  acknowledged: () => JSON.parse(localStorage.getItem("acknowledged") ?? "{}"),
};

const sent = window.fetch;
window.fetch = async (address, options) => {
  const answer = await sent(address, options);
  if (options?.method === "POST" && answer.headers.get("Content-Type")?.startsWith("application/json")) {
    const { seq } = await answer.clone().json();
    const told = { ...player.acknowledged(), [new URLSearchParams(options.body).get("id")]: seq };
    localStorage.setItem("acknowledged", JSON.stringify(told));
  }
  return answer;
};
