// Plan + pile + circumstances → score: scoring.py for the browser; both are tested on the same piles.
// A pile is {cards, chaff}: a set of cards (see forming.js) and the number of chaff cards nobody named.

import { both, either, form, meet, monthOf, NONE, size, WHOLE } from "./forming.js";

/** A row as it is unless the plan says otherwise; see plan_json.py. */
const ROW = {
  needs: [], monthly: "", repeat: false, separate: false, wild: NONE, counted: false, twice: NONE,
  kind: NONE, size: 0, points: 0, extra: 0, after_koi: null, months: null, month_factor: null,
  ruined_by: NONE, ruined_in: [], family: "", overlap: "", counts: false, replaces: [], excluded_by: [],
  rivals: [], requires_other: false,
};

/** Calls of the winner and of all others, the round from 1, the dealt field, months on the field now. */
const PLAIN = { own: 0, others: 0, round: null, dealt: NONE, dealt_brights: null, field_months: [] };
const NOTHING = { lines: [], base: 0, factors: [], multiplier: 1, added: 0, points: 0, caps: [] };
const COMBINED = { product: (one, other) => one * other, sum: (one, other) => one + other - 1 };
const MOST_CHAFF = 24;
const COUNTED = "··C"; // stands for the id of a chaff card that nobody named

/** The plan that plan_json.py wrote, with everything that it left out. */
export function readPlan(json) {
  const { deck, readings, ...rest } = JSON.parse(json);
  const whole = readings.map((rows) => rows.map((row) => ({ ...ROW, ...row })));
  const plan = { ...rest, deck: deck.split(" "), readings: whole };
  return { ...plan, sorts: sorts(plan) };
}

/** The set of the cards with these ids, such as ["01B", "09A"]. */
export function cards(plan, ids) {
  return Array.from(ids, (id) => card(plan.deck.indexOf(id))).reduce(either, NONE);
}

/** The ids of a set of cards, by month. */
export function ids(plan, found) {
  return plan.deck.filter((_, bit) => meet(found, card(bit)));
}

/** What a pile is worth, and why; of two readings of the sake cup the one that pays more. */
export function score(plan, pile, circumstances) {
  const at = { ...PLAIN, ...circumstances };
  const found = plan.readings.map((rows) => reading(plan, rows, pile, at));
  return found.reduce((best, one) => (better(one, best) ? one : best));
}

/**
 * What one more card would bring: the best `few` of [{gain, points, kinds, cards, lines: [{yaku, points, before}]}].
 *
 * The card can be any further one of `kinds` ("R": any ribbon) or one of `cards`; `gain` is in points of
 * base, `points` what the round is worth then, `lines` are the yaku that rise. Cards in `gone` cannot come: others hold them, or nobody does.
 */
export function nextCards(plan, pile, circumstances, { gone = NONE, few = 3 } = {}) {
  const now = score(plan, pile, circumstances);
  const before = byYaku(now);
  const known = new Map();
  const options = furtherCards(plan, pile, gone).map(({ id, sort, then }) => {
    if (!known.has(sort)) known.set(sort, brings(now, before, score(plan, then, circumstances)));
    return { id, kind: id[2], ...known.get(sort) };
  });
  return inGroups(options.filter(({ gain }) => gain > 0))
    .sort(([one], [other]) => other.gain - one.gain)
    .slice(0, few)
    .map((group) => ({ gain: group[0].gain, points: group[0].points, lines: group[0].lines, ...named(group, options) }));
}

/** For each card by bit, which rows see it: cards of one sort are worth the same. */
function sorts({ deck, readings }) {
  const seen = readings.flat().flatMap(({ needs, kind, twice, wild, ruined_by, monthly }) => [
    kind, twice, wild, ruined_by, ...needs.map(([among]) => among), ...(monthly ? WHOLE : []),
  ]);
  return deck.map((_, bit) => seen.map((among) => Number(meet(among, card(bit)))).join(""));
}

function card(bit) {
  if (bit < 0) throw new RangeError("no such card");
  return bit < 24 ? [1 << bit, 0] : [0, 1 << (bit - 24)];
}

function better(one, other) {
  return one.points > other.points || (one.points === other.points && one.base > other.base);
}

function reading(plan, rows, pile, at) {
  const possible = rows.filter((row) => inForce(row, at));
  const lines = besideOthers(possible, form(plan, possible, pile, at.own, at.round));
  if (!lines.length) return NOTHING;
  const whole = total(lines, "points");
  const base = Math.min(whole, plan.max_base ?? whole);
  const factors = plan.factors.map((row) => factor(plan, row, at)).filter(Boolean);
  if (isBig(plan, base, lines.length, factors)) {
    factors.push({ id: "big", times: plan.big.factor, plus: 0, n: plan.big.at });
  }
  const { caps, ...rest } = capped(plan, outcome(plan, base, factors));
  return { lines, base, factors, ...rest, caps: base < whole ? ["max_base", ...caps] : caps };
}

/** Whether the round and the weather on the field let a yaku be formed at all. */
function inForce(row, at) {
  if (at.field_months.some((month) => row.ruined_in.includes(month))) return false;
  if (row.monthly === "round" && !at.round) return false;
  if (!row.months || row.month_factor) return true;
  return Boolean(at.round) && row.months.includes(monthOf(at.round));
}

function besideOthers(rows, lines) {
  const needy = rows.filter((row) => row.requires_other).map((row) => row.id);
  return lines.some((line) => !needy.includes(line.yaku)) ? lines : [];
}

/** What one multiplication does under these circumstances; null if nothing. */
function factor(plan, row, at) {
  const n = readFrom(plan, row.id, at);
  const [sign, number] = step(row, n);
  if (number === (sign === "x" ? 1 : 0)) return null;
  return { id: row.id, times: sign === "x" ? number : 1, plus: sign === "+" ? number : 0, n };
}

function readFrom(plan, id, at) {
  switch (id) {
    case "own_koi": return at.own;
    case "opponent_koi": return at.others;
    case "any_koi": return at.own + at.others;
    case "field_brights": return at.dealt_brights ?? size(both(at.dealt, plan.field_brights));
    case "round": return at.round ?? 0;
  }
}

/** ["x", factor] or ["+", points] for n calls, brights or rounds. */
function step({ form, factor, table }, n) {
  if (!n) return ["x", 1];
  switch (form) {
    case "flat": return ["x", factor];
    case "linear": return ["x", 1 + (factor - 1) * n];
    case "power": return ["x", factor ** n];
    case "count": return ["x", n];
    default: return table[Math.min(n, table.length) - 1];
  }
}

function isBig(plan, base, yaku, factors) {
  if (!plan.big || yaku < plan.big.min_yaku) return false;
  return (plan.big.on === "base" ? base : outcome(plan, base, factors).points) >= plan.big.at;
}

function outcome(plan, base, factors) {
  const together = COMBINED[plan.combine];
  const whole = factors.reduce((made, { times }) => together(made, times), 1);
  const multiplier = Math.min(whole, plan.max_factor ?? whole);
  const added = total(factors, "plus");
  const caps = multiplier < whole ? ["max_factor"] : [];
  return { multiplier, added, points: base * multiplier + added, caps };
}

function capped(plan, { points, caps, ...rest }) {
  if (plan.max_points === null || points <= plan.max_points) return { ...rest, points, caps };
  return { ...rest, points: plan.max_points, caps: [...caps, "max_points"] };
}

/** The pile with each card that can still come, and with one more chaff card that is only counted. */
function furtherCards(plan, { cards, chaff }, gone) {
  const held = either(cards, gone);
  const named = ids(plan, cards).filter((id) => id[2] === "C").length;
  const further = plan.deck
    .map((id, bit) => ({ id, sort: plan.sorts[bit], then: { cards: either(cards, card(bit)), chaff } }))
    .filter((_, bit) => !meet(held, card(bit)));
  if (chaff + named >= MOST_CHAFF) return further.filter(({ id }) => id[2] !== "C");
  return [...further, { id: COUNTED, sort: COUNTED, then: { cards, chaff: chaff + 1 } }];
}

/** What rises with a card: the points of base, and the yaku that are worth more than `before`. */
function brings(now, before, after) {
  const lines = [];
  for (const [yaku, points] of byYaku(after)) {
    const was = before.get(yaku) ?? 0;
    if (points > was) lines.push({ yaku, points, before: was });
  }
  return { gain: after.base - now.base, points: after.points, lines };
}

/** The points of each yaku; one that is held several times has several lines. */
function byYaku({ lines }) {
  const found = new Map();
  for (const { yaku, points } of lines) found.set(yaku, (found.get(yaku) ?? 0) + points);
  return found;
}

/** The cards that bring the same. */
function inGroups(options) {
  const groups = new Map();
  for (const one of options) {
    const brings = [one.gain, one.points, ...one.lines.map(({ yaku, points }) => `${yaku} ${points}`)].join();
    groups.set(brings, [...(groups.get(brings) ?? []), one]);
  }
  return [...groups.values()];
}

/**
 * A group as kinds of which every further card brings as much or more, and the cards that are left over.
 * Chaff that is only counted stands for any chaff: it spoils nothing and completes no month.
 */
function named(group, options) {
  const isAny = (kind) =>
    group.filter((one) => one.kind === kind).length > 1 &&
    options.every((one) => one.kind !== kind || one.gain >= group[0].gain);
  const any = new Set(group.filter(({ id, kind }) => id === COUNTED || isAny(kind)).map(({ kind }) => kind));
  return { kinds: [...any], cards: group.filter(({ kind }) => !any.has(kind)).map(({ id }) => id) };
}

const total = (rows, name) => rows.reduce((sum, row) => sum + row[name], 0);
