// What some yaku see of a pile: a few cards, or only how many there are of some. sight.py for the browser,
// which also counts the few.

import { both, CARDS, DECK, either, meet, monthOf, MONTHS, NONE, places, size, without } from "./cards.js";
import { count } from "./holding.js";

const CHAFF_BITS = 5;
const MOST_BITS = 53; // of a whole number; the pile itself takes no more

/**
 * How a pile looks to some yaku in a round, as a number: {months, chaff}, the sum of what each month shows, by
 * which of its four cards are held, and of what each counted chaff card does.
 */
export function sight(rows, round) {
  let bits = 0;
  const steps = new Array(48).fill(0); // what each card adds
  for (const sort of sorts(rows)) {
    for (const place of places(sort)) steps[place] = 2 ** bits;
    bits += width(size(sort));
  }
  const months = ofMonths(steps);
  for (const month of MONTHS) {
    const monthly = rows.filter((row) => row.monthly === "each" || (row.monthly && month === monthOf(round)));
    if (monthly.length) bits += tellApart(months[month - 1], month, monthly, bits);
  }
  const chaff = rows.some((row) => row.counted) ? 2 ** bits : 0;
  bits += chaff ? CHAFF_BITS : 0;
  return bits <= MOST_BITS ? { months, chaff } : WHOLE;
}

/** The sets of cards that some yaku see in the same way, but for what is seen of whole months. */
export function sorts(rows) {
  const looks = rows.flatMap(looksOf);
  const seen = looks.reduce(either, NONE);
  const split = (parts, look) => parts.flatMap((part) => [both(part, look), without(part, look)]).filter(size);
  return looks.reduce(split, [DECK]).filter((sort) => meet(sort, seen));
}

/** The sets of cards of which a yaku counts how many are held. */
function looksOf(row) {
  const looks = [row.ruined_by, row.wild, row.twice];
  if (!row.monthly) looks.push(...row.needs.map(([among]) => among));
  if (row.extra) looks.push(row.kind);
  if (row.leaves_further) looks.push(...places(row.core).map((place) => CARDS[place]));
  return looks;
}

/** Show, from this bit on, what the cards of a month are to monthly yaku; the number of bits it takes. */
function tellApart(shown, month, monthly, bits) {
  const known = new Map();
  for (let held = 0; held < 16; held++) {
    const cards = month < 7 ? [held << (4 * month - 4), 0] : [0, held << (4 * month - 28)];
    const made = monthly.map((row) => ofMonth(row, cards)).join();
    if (!known.has(made)) known.set(made, known.size);
    shown[held] += known.get(made) * 2 ** bits;
  }
  return width(known.size - 1);
}

/** What a monthly yaku makes of the cards of one month: nothing where they are too few for it. */
function ofMonth(row, cards) {
  const number = count(row, both(cards, row.core));
  if (number >= row.size) return row.extra ? number : row.size;
  return row.wild !== NONE && number === 3 ? -1 : 0;
}

/** For each month the sums of what its cards add, for every choice of them. */
function ofMonths(steps) {
  return MONTHS.map((month) =>
    steps.slice(4 * month - 4, 4 * month).reduce((sums, step) => [...sums, ...sums.map((sum) => sum + step)], [0]));
}

/** How many bits a number takes. */
const width = (number) => 32 - Math.clz32(number);

const WHOLE = { months: ofMonths(CARDS.map((_, place) => 2 ** place)), chaff: 2 ** 48 };
