// Maps a pile to a number that keeps only what some yaku depend on: projection.py for the browser, without
// its special case for a few cards.

import { both, CARDS, DECK, either, meet, monthOf, MONTHS, NONE, places, size, without } from "./cards.js";
import { count } from "./holding.js";

const CHAFF_BITS = 5;
const MOST_BITS = 53; // of a whole number; the pile itself takes no more

/**
 * The projection of piles for some yaku in a round: {months, chaff}, what the cards of a pile add to its number,
 * by month and by which of its four cards are held, and for each chaff card that nobody named.
 */
export function projection(rows, round) {
  let bits = 0;
  const steps = new Array(48).fill(0); // what each card adds
  for (const alike of interchangeable(rows)) {
    for (const place of places(alike)) steps[place] = 2 ** bits;
    bits += width(size(alike));
  }
  const months = ofMonths(steps);
  for (const month of MONTHS) {
    const monthly = rows.filter((row) => row.monthly === "each" || (row.monthly && month === monthOf(round)));
    if (monthly.length) bits += addMonth(months[month - 1], month, monthly, bits);
  }
  const chaff = rows.some((row) => row.counted) ? 2 ** bits : 0;
  bits += chaff ? CHAFF_BITS : 0;
  return bits <= MOST_BITS ? { months, chaff } : WHOLE_PILE;
}

/** The sets of cards that some yaku treat alike; monthly yaku are left out. */
export function interchangeable(rows) {
  const counted = rows.flatMap(countedSets);
  const relevant = counted.reduce(either, NONE);
  const split = (parts, cards) => parts.flatMap((part) => [both(part, cards), without(part, cards)]).filter(size);
  return counted.reduce(split, [DECK]).filter((alike) => meet(alike, relevant));
}

/** The sets of cards of which a yaku counts how many are held. */
function countedSets(row) {
  const counted = [row.ruined_by, row.wild, row.twice];
  if (!row.monthly) counted.push(...row.needs.map(([among]) => among));
  if (row.extra) counted.push(row.kind);
  if (row.leaves_further) counted.push(...places(row.core).map((place) => CARDS[place]));
  return counted;
}

/** Adds, from this bit on, what monthly yaku make of a month. Returns how many bits this takes. */
function addMonth(sums, month, monthly, bits) {
  const known = new Map();
  for (let held = 0; held < 16; held++) {
    const cards = month < 7 ? [held << (4 * month - 4), 0] : [0, held << (4 * month - 28)];
    const made = monthly.map((row) => ofMonth(row, cards)).join();
    if (!known.has(made)) known.set(made, known.size);
    sums[held] += known.get(made) * 2 ** bits;
  }
  return width(known.size - 1);
}

/** What a monthly yaku counts of a month's cards: 0 if too few, -1 if the lightning may complete them. */
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

const WHOLE_PILE = { months: ofMonths(CARDS.map((_, place) => 2 ** place)), chaff: 2 ** 48 };
