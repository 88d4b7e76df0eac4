// Which yaku a pile holds, each taken by itself; interplay.js then decides how they affect one another. holding.py
// for the browser: what comes from Python keeps its name there, such as row.after_koi and at.field_months.
//
// A pile is {cards, chaff}: a set of cards (see cards.js) and the number of chaff cards nobody named. A yaku
// that is held is {row, times, further, among}: it is made of those of the cards `among` that the pile holds.

import { both, either, meet, monthOf, MONTHS, NONE, ofMonth, size } from "./cards.js";

const NOVEMBER = ofMonth(11);

/** Whether the round and the weather on the field let a yaku be formed at all. */
export function inForce(row, at) {
  if (at.field_months.some((month) => row.ruined_in.includes(month))) return false;
  if (row.monthly === "round" && !at.round) return false;
  if (!row.months || row.month_factor) return true;
  return Boolean(at.round) && row.months.includes(monthOf(at.round));
}

/** A yaku as it is held in a round: not at all, once, or for each of its months. */
export function holding(row, { cards, chaff }, round) {
  if (meet(cards, row.ruined_by)) return [];
  if (row.monthly) return monthly(row, cards, round);
  const counted = row.counted ? chaff : 0;
  for (const [among, least] of row.needs) {
    if (count(row, both(cards, among)) + (countsChaffIn(row, among) ? counted : 0) < least) return [];
  }
  const further = count(row, both(cards, row.kind)) + counted - row.size;
  return [{ row, times: 1, further: Math.max(further, 0), among: row.extra ? either(row.core, row.kind) : row.core }];
}

/** Whether the cards make this yaku and the weather takes it away. */
export function isRuined(row, { cards }, { round, field_months }) {
  const spoiled = meet(cards, row.ruined_by) || field_months.some((month) => row.ruined_in.includes(month));
  return spoiled && holding({ ...row, ruined_by: NONE }, { cards, chaff: 0 }, round).length > 0;
}

/** Whether chaff that nobody named counts for the need of these cards. */
const countsChaffIn = ({ counted, kind }, among) => counted && among[0] === kind[0] && among[1] === kind[1];

/** How many cards a set counts as for a yaku. */
export const count = ({ twice }, cards) => size(cards) + size(both(cards, twice));

function monthly(row, cards, round) {
  const complete = ofMonths(row, round).filter((among) => count(row, both(cards, among)) >= row.size);
  if (meet(cards, row.wild) && !complete.some((among) => meet(among, NOVEMBER))) {
    complete.push(...completedByLightning(row, cards, round));
  }
  const held = complete.map((among) => ({ row, times: 1, further: count(row, both(cards, among)) - row.size, among }));
  if (row.separate || held.length < 2) return held;
  const further = held.map((month) => month.further);
  const paid = row.repeat
    ? { times: held.length, further: further.reduce((sum, number) => sum + number) }
    : { times: 1, further: Math.max(...further) };
  return [{ row, ...paid, among: complete.reduce(either) }];
}

/** The cards that count for a monthly yaku, month by month. */
function ofMonths(row, round) {
  const wanted = row.monthly === "each" ? MONTHS : round ? [monthOf(round)] : [];
  return wanted.map((month) => both(row.core, ofMonth(month)));
}

/** The first month of which three cards are held, and the lightning that captured the fourth. */
function completedByLightning(row, cards, round) {
  const broken = ofMonths(row, round).find((among) => size(both(cards, among)) === 3 && !meet(among, NOVEMBER));
  return broken ? [either(broken, row.wild)] : [];
}
