// What a pile forms, one group of yaku at a time; each group remembers what it has worked out. memory.py for
// the browser, without what pays off only for thousands of piles: there the groups share one long number, small
// groups are put together, lines are ready where the cards are known, and the memory is limited.

import { both, meet, SAKE_CUP } from "./cards.js";
import { holding, inForce } from "./holding.js";
import { affect, interplay } from "./interplay.js";
import { projection } from "./projection.js";

/** The yaku in force under some circumstances, in groups that cannot affect one another. */
export class Memory {
  constructor(plan, at) {
    this.plan = plan;
    this.at = at;
    const known = new Map(); // readings of the sake cup share the groups that they have in common
    this.readings = plan.readings.map((rows) =>
      grouped(plan, rows.filter((row) => inForce(row, at))).map((rows) => {
        const name = JSON.stringify(rows);
        if (!known.has(name)) known.set(name, placed(rows, at));
        return known.get(name);
      }));
    this.places = new Map(plan.readings[0].map(({ id }, place) => [id, place]));
  }

  /** What a pile forms, in each reading of the sake cup that it may hold: [{lines, points}]. */
  formed(pile) {
    const readings = meet(pile.cards, SAKE_CUP) ? this.readings : this.readings.slice(0, 1); // else all are alike
    return readings.map((groups) => this.together(groups, pile));
  }

  /** What some groups form, in the order of the plan. */
  together(groups, pile) {
    const lines = [];
    for (const group of groups) {
      const key = projected(group, pile);
      for (const { yaku, points, among, counted } of group.made.get(key) ?? this.make(group, key, pile)) {
        lines.push({ yaku, points, cards: both(pile.cards, among), counted: counted ? pile.chaff : 0 });
      }
    }
    if (lines.length > 1) lines.sort((line, other) => this.places.get(line.yaku) - this.places.get(other.yaku));
    return { lines, points: lines.reduce((sum, { points }) => sum + points, 0) };
  }

  /** What the yaku of a group make of a pile; it is remembered. */
  make(group, key, pile) {
    const { own, round } = this.at;
    const held = group.rows.flatMap((row) => holding(row, pile, round));
    const parts = interplay(this.plan, held, pile.cards, own, round)
      .map(({ row, points, among }) => ({ yaku: row.id, points, among, counted: row.counted }));
    group.made.set(key, parts);
    return parts;
  }
}

/** The number that a pile is mapped to for a group. */
function projected({ months: [jan, mar, may, jul, sep, nov], chaff }, { cards: [low, high], chaff: counted }) {
  return (
    jan[low & 255] + mar[(low >> 8) & 255] + may[low >> 16] +
    jul[high & 255] + sep[(high >> 8) & 255] + nov[high >> 16] + counted * chaff
  );
}

/** A group with its projection, two months at a time. */
function placed(rows, { round }) {
  const { months, chaff } = projection(rows, round);
  const ofTwo = [0, 2, 4, 6, 8, 10].map((month) =>
    Float64Array.from(months[month + 1].flatMap((high) => months[month].map((low) => low + high))));
  return { months: ofTwo, chaff, made: new Map(), rows };
}

/** The rows in groups that cannot affect one another. */
function grouped(plan, rows) {
  let groups = [];
  for (const row of rows) {
    const touching = groups.filter((group) => group.some((other) => affect(plan, row, other)));
    groups = groups.filter((group) => !touching.includes(group));
    groups.push([...touching.flat(), row]);
  }
  return groups;
}
