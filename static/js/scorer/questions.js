// What the points of a pile depend on, but the players have not said yet: questions.py for the browser.
// `unsaid` says what the rules can ask: {chaff: ids, whole: "", "round" or "each", field: months, brights: at most}.

import { cards, ids, monthOf, MONTHS } from "./cards.js";
import { cardPoints, score } from "./evaluate.js";

/** The ids of the questions, not yet `answered`, with an answer that would change the points of this pile. */
export function openQuestions(plan, unsaid, pile, at, answered) {
  const open = answers(plan, unsaid, { ...pile, names: ids(plan, pile.cards) }, at)
    .filter(({ question }) => !answered.has(question));
  if (!open.length) return [];
  const worth = (held, now) => score(plan, held, now).points + cardPoints(plan, held);
  const before = worth(pile, at);
  const matters = (answer) => worth(answer.pile ?? pile, answer.at ? { ...at, ...answer.at } : at) !== before;
  return [...new Set(open.filter(matters).map(({ question }) => question))];
}

/** Every possible answer: [{question, pile?, at?}], with the pile or the circumstances that it changes. */
function answers(plan, unsaid, pile, at) {
  const field = unsaid.field
    .filter((month) => !at.field_months.includes(month) && left(plan, pile.names, month).length)
    .map((month) => ({ question: `field.${month}`, at: { field_months: [...at.field_months, month] } }));
  const most = at.dealt_brights === null ? unsaid.brights : 0;
  const brights = Array.from({ length: most }, (_, less) => ({ question: "brights", at: { dealt_brights: less + 1 } }));
  return [...named(plan, unsaid, pile), ...wholeMonths(plan, unsaid, pile, at), ...field, ...brights];
}

/** Chaff that must be named may lie among the chaff that was counted, or may not have been counted. */
function named(plan, unsaid, { names, chaff }) {
  return MONTHS.flatMap((month) => {
    const wanted = unsaid.chaff.filter((id) => monthIn(id) === month);
    if (wanted.some((id) => names.includes(id))) return []; // answered by the cards themselves
    return subsets(wanted).map((some) => ({
      question: `cards.${month}`,
      pile: { cards: cards(plan, [...names, ...some]), chaff: Math.max(chaff - some.length, 0) },
    }));
  });
}

/** The counted chaff may complete a month of which all other cards are held. */
function wholeMonths(plan, unsaid, { names, chaff }, at) {
  const months = new Set(unsaid.months); // of four fixed cards
  if (unsaid.whole) months.add(monthOf(at.round ?? 1));
  return (unsaid.whole === "each" ? MONTHS : [...months]).flatMap((month) => {
    const missing = left(plan, names, month);
    if (!missing.length || missing.length > chaff || missing.some((id) => id[2] !== "C")) return [];
    const whole = { cards: cards(plan, [...names, ...missing]), chaff: chaff - missing.length };
    return [{ question: `whole.${month}`, pile: whole }];
  });
}

/** The cards of a month that are not in the pile. */
const left = (plan, names, month) => plan.deck.filter((id) => monthIn(id) === month && !names.includes(id));
const monthIn = (id) => Number(id.slice(0, 2));

/** All selections of at least one of some things. */
function subsets([first, ...rest]) {
  if (first === undefined) return [];
  const others = subsets(rest);
  return [[first], ...others, ...others.map((selection) => [first, ...selection])];
}
