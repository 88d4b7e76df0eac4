// Sets of cards: cards.py for the browser. A set is two halves, [months 1 to 6, months 7 to 12], with one bit for
// each card, because bit operations in JavaScript take 32 bits.

export const NONE = [0, 0];
export const both = (set, other) => [set[0] & other[0], set[1] & other[1]];
export const either = (set, other) => [set[0] | other[0], set[1] | other[1]];
export const without = (set, other) => [set[0] & ~other[0], set[1] & ~other[1]];
export const meet = (set, other) => ((set[0] & other[0]) | (set[1] & other[1])) !== 0;
export const size = (cards) => bits(cards[0]) + bits(cards[1]);
export const monthOf = (round) => ((round - 1) % 12) + 1; // the thirteenth round is January again

export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
export const CARDS = Array.from({ length: 48 }, (_, bit) => (bit < 24 ? [1 << bit, 0] : [0, 1 << (bit - 24)]));
export const SAKE_CUP = CARDS[32];

/** The four cards of a month, 1 to 12. */
export const ofMonth = (month) => (month < 7 ? [15 << (4 * month - 4), 0] : [0, 15 << (4 * month - 28)]);

/** The cards of a plan's deck with these ids, such as ["01B", "09A"]. */
export function cards({ alone }, ids) {
  let all = NONE;
  for (const id of ids) all = either(all, alone.get(id));
  return all;
}

/** The ids of a set of cards, by month. */
export function ids({ deck }, cards) {
  return deck.filter((_, place) => meet(cards, CARDS[place]));
}

function bits(half) {
  half -= (half >>> 1) & 0x555555;
  half = (half & 0x333333) + ((half >>> 2) & 0x333333);
  return (Math.imul((half + (half >>> 4)) & 0x0f0f0f, 0x010101) >>> 16) & 0xff;
}
