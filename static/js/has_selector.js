// Firefox before 121 does not know :has(), and ignores the rules with it. There browser_check.js asks for this: the
// styles are read once more with an attribute in place of every :has(…), and the attribute is put on the elements that
// hold what is asked for, again after every change of the page.

const HAS = /([\w.-]*)(:not\(|):has\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

const FONT = /@font-face\{[^}]*\}/g; // has an address, which would be read from the page's

const asked = new Map(); // the number of each condition: { of, inner }, as JSON
let isDue = false;

/** The attribute in place of `:has(inner)` on elements that match `of`. */
function standIn(of, inner) {
  const condition = JSON.stringify({ of: of || "*", inner });
  if (!asked.has(condition)) asked.set(condition, String(asked.size));
  return `[data-has~="${asked.get(condition)}"]`;
}

async function reread({ href }) {
  const text = await (await fetch(href)).text();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text.replace(FONT, "").replace(HAS, (_, of, not, inner) => of + not + standIn(of, inner)));
  return sheet;
}

/** Whether an element holds, or is followed by, what stands in the parentheses of a :has(). */
function holds(element, inner) {
  if (!/^[+~]/.test(inner)) return element.querySelector(`:scope ${inner}`) !== null;
  const place = [...(element.parentElement?.children ?? [])].indexOf(element) + 1;
  return place > 0 && element.parentElement.querySelector(`:scope > :nth-child(${place}) ${inner}`) !== null;
}

function mark() {
  isDue = false;
  const marks = new Map();
  for (const [condition, number] of asked) {
    const { of, inner } = JSON.parse(condition);
    for (const element of document.querySelectorAll(of)) {
      if (holds(element, inner)) marks.set(element, [...(marks.get(element) ?? []), number]);
    }
  }
  for (const element of document.querySelectorAll("[data-has]")) if (!marks.has(element)) delete element.dataset.has;
  for (const [element, numbers] of marks) element.dataset.has = numbers.join(" ");
  changes.takeRecords(); // its own
}

function markSoon() {
  if (!isDue) requestAnimationFrame(mark);
  isDue = true;
}

const changes = new MutationObserver(markSoon);
const links = [...document.querySelectorAll("link[rel=stylesheet]")];
Promise.all(links.map(reread)).then((sheets) => {
  document.adoptedStyleSheets = sheets;
  changes.observe(document, { subtree: true, childList: true, attributes: true });
  for (const event of ["input", "change", "focusin", "focusout"]) document.addEventListener(event, markSoon);
  mark();
});
