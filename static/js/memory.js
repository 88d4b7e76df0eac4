// What a pile forms, group by group of yaku; each group remembers what it made of what it saw. memory.py for
// the browser. There the groups share one long number; here each has its own, which stays a whole number.

import { both, meet, SAKE_CUP, size } from "./cards.js";
import { holding, inForce } from "./holding.js";
import { affect, interplay } from "./interplay.js";
import { isExact, sight, sorts } from "./sight.js";

const MOST = 8192; // sights that a group remembers
const FEW = 128; // sights up to which neighbouring groups are put together, to be looked up once

/** The yaku in force under some circumstances, in groups that cannot affect one another. */
export class Memory {
  constructor(plan, at) {
    this.plan = plan;
    this.at = at;
    const readings = plan.readings.map((rows) => grouped(plan, rows.filter((row) => inForce(row, at))));
    const isShared = (group) => readings.length > 1 && readings[1].some((other) => isSame(group, other));
    const shared = readings[0].filter(isShared);
    this.shared = placed(shared, at);
    this.own = readings.map((own) => placed(own.filter((group) => !shared.some((other) => isSame(group, other))), at));
    this.places = new Map(plan.readings[0].map(({ id }, place) => [id, place]));
    const order = this.own[0].flatMap(({ rows }) => rows.map(({ id }) => this.places.get(id)));
    this.isInOrder = !shared.length && order.every((place, before) => !before || order[before - 1] < place);
  }

  /** What a pile forms, in each reading of the sake cup that it may hold: [{lines, points}]. */
  formed(pile) {
    const shared = this.together({ lines: [], points: 0 }, this.shared, pile);
    const own = meet(pile.cards, SAKE_CUP) ? this.own : this.own.slice(0, 1); // without it all readings are alike
    return own.map((groups) => this.together(shared, groups, pile));
  }

  /** Lines in the order of the plan. */
  inOrder(lines) {
    return [...lines].sort((line, other) => this.places.get(line.yaku) - this.places.get(other.yaku));
  }

  /** What is formed already, and what some groups add to it. */
  together(formed, groups, pile) {
    const lines = [...formed.lines];
    let { points } = formed;
    for (const group of groups) {
      const seen = look(group, pile);
      const made = group.made.get(seen) ?? this.make(group, seen, pile);
      if (!made.points) continue;
      lines.push(...made.lines);
      for (const { yaku, points, among, counted } of made.parts) {
        lines.push({ yaku, points, cards: both(pile.cards, among), counted: counted ? pile.chaff : 0 });
      }
      points += made.points;
    }
    return { lines, points };
  }

  /** What the yaku of a group make of a pile, and remember. */
  make(group, seen, pile) {
    const { own, round } = this.at;
    const held = group.rows.flatMap((row) => holding(row, pile, round));
    const worth = interplay(this.plan, held, pile.cards, own, round);
    const parts = worth.map(({ row, points, among }) => ({ yaku: row.id, points, among, counted: row.counted }));
    const lines = parts.map(({ yaku, points, among }) => ({ yaku, points, cards: both(pile.cards, among), counted: 0 }));
    const points = parts.reduce((sum, part) => sum + part.points, 0);
    if (group.made.size >= MOST) group.made.clear();
    const made = group.isExact ? { lines, parts: [], points } : { lines: [], parts, points };
    group.made.set(seen, made);
    return made;
  }
}

/** How a pile looks to a group. */
function look({ months: [jan, mar, may, jul, sep, nov], chaff }, { cards: [low, high], chaff: counted }) {
  return (
    jan[low & 255] + mar[(low >> 8) & 255] + may[low >> 16] +
    jul[high & 255] + sep[(high >> 8) & 255] + nov[high >> 16] + counted * chaff
  );
}

/** The groups, each with how a pile looks to it, two months at a time. */
function placed(groups, at) {
  return joined(groups).map((rows) => {
    const { months, chaff } = sight(rows, at.round);
    const ofTwo = [0, 2, 4, 6, 8, 10].map((month) =>
      Float64Array.from(months[month + 1].flatMap((high) => months[month].map((low) => low + high))));
    return { months: ofTwo, chaff, made: new Map(), rows, isExact: isExact(rows) };
  });
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

/** Whether two groups are the same yaku, made in the same way. */
function isSame(group, other) {
  return JSON.stringify(group) === JSON.stringify(other);
}

/** Neighbouring groups that see little, put together. */
function joined(groups) {
  const joined = [];
  for (const rows of groups) {
    const together = [...(joined.at(-1) ?? []), ...rows];
    if (joined.length && sights(together) <= FEW) joined.splice(-1, 1, together);
    else joined.push(rows);
  }
  return joined;
}

/** How many sights of a pile of named cards there are for some yaku, at most. */
function sights(rows) {
  if (rows.some((row) => row.monthly)) return Infinity;
  return sorts(rows).reduce((product, sort) => product * (size(sort) + 1), 1);
}
