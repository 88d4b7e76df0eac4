// Plan + pile + circumstances → score: evaluate.py for the browser. Both are tested on the same piles. Nothing is kept
// from tap to tap: on a processor slowed four times a memory of piles made the first tap of a page 30 ms slower.
//
// A pile is {cards, chaff}: a set of cards (see cards.js) and the number of chaff cards nobody named. A yaku
// that is held is {row, times, further, among}: it is made of those of the cards `among` that the pile holds.

import { both, either, meet, monthOf, MONTHS, NONE, ofMonth, SAKE_CUP, size, without } from "./cards.js";
import { countOf, countsChaffIn } from "./plan.js";

const NOVEMBER = ofMonth(11);

/** Calls of the winner and of all others; the round, from 1; the dealt field; months on the field now. */
const PLAIN = { own: 0, others: 0, callers: 1, round: null, dealt: NONE, dealt_brights: null, field_months: [] };
const NOTHING = { lines: [], base: 0, factors: [], multiplier: 1, added: 0, points: 0, caps: [] };

/** What a pile is worth, and why. */
export const score = (plan, pile, circumstances) => scorer(plan, circumstances)(pile);

/** What the cards of a pile are worth by themselves, in a game in which every captured card counts. */
export const cardPoints = ({ worth = [], chaff_worth: each }, { cards, chaff }) =>
  worth.reduce((sum, [among, points]) => sum + points * size(both(cards, among)), worth.length && each * chaff);

/** The score of any pile under some circumstances, which a tap asks for several times in a row. */
export function scorer(plan, circumstances) {
  if (plan.last?.circumstances !== circumstances) plan.last = { circumstances, score: scores(plan, circumstances) };
  return plan.last.score;
}

/** Of two readings of the sake cup the one that pays more. */
function scores(plan, circumstances) {
  const at = { ...PLAIN, ...circumstances };
  const readings = plan.readings.map((rows) => rows.filter((row) => inForce(row, at)));
  const factors = new Factors(plan, at);
  const counts = ({ yaku }) => !plan.needy.has(yaku); // needs no other beside it
  const paid = (lines) => (plan.best ? [lines.reduce((most, line) => (line.points > most.points ? line : most))] : lines);
  const scoreOf = (lines) => (lines.some(counts) ? factors.score(paid(lines), total(paid(lines))) : NOTHING);
  return (pile) =>
    (meet(pile.cards, SAKE_CUP) ? readings : readings.slice(0, 1)) // without the cup all readings are alike
      .map((rows) => scoreOf(formed(plan, rows, pile, at)))
      .reduce((most, other) => (paysMore(other, most) ? other : most));
}

/** What a player has who also scores the yaku of others: their scores together, by the player's own factors. */
export function together(plan, circumstances, scores) {
  const lines = scores.flatMap((score) => score.lines);
  return new Factors(plan, { ...PLAIN, ...circumstances }).score(lines, total(lines));
}

/** The lines of a pile in one reading, in the order of the plan. */
function formed(plan, rows, pile, at) {
  const held = rows.filter((row) => mayHold(row, pile)).flatMap((row) => form(row, pile, at.round));
  return combine(plan, sinceCall(held, pile, at), pile, at).map(({ row, points, among }) =>
    ({ yaku: row.id, points, cards: both(pile.cards, among), counted: row.counted ? pile.chaff : 0 }));
}

/** Whether a pile, with some `more` cards, meets the rarest need of a yaku: most yaku are ruled out by this one count. */
export function mayHold({ rarest: { among, least }, counted }, { cards, chaff }, more = 0) {
  return size(both(cards, among)) + (counted ? chaff : 0) + more >= least;
}

function paysMore(score, other) {
  return score.points > other.points || (score.points === other.points && score.base > other.base);
}

/** Whether the round and the weather on the field let a yaku be formed at all. */
function inForce(row, at) {
  if (at.field_months.some((month) => row.ruined_in.includes(month))) return false;
  if (row.monthly === "round" && !at.round) return false;
  if (!row.months || row.month_factor) return true;
  return Boolean(at.round) && row.months.includes(monthOf(at.round));
}

/** A yaku as it is held in a round: not at all, once, or for each of its months. */
function form(row, { cards, chaff }, round) {
  if (meet(cards, row.ruined_by)) return [];
  if (row.monthly) return monthly(row, cards, round);
  const counted = row.counted ? chaff : 0;
  for (const [among, least] of row.needs) {
    if (countOf(row, both(cards, among)) + (countsChaffIn(row, among) ? counted : 0) < least) return [];
  }
  const further = countOf(row, both(cards, row.kind)) + counted - row.size;
  return [{ row, times: 1, further: Math.max(further, 0), among: row.extra ? either(row.core, row.kind) : row.core }];
}

function monthly(row, cards, round) {
  const complete = ofMonths(row, round).filter((among) => countOf(row, both(cards, among)) >= row.size);
  if (meet(cards, row.wild) && !complete.some((among) => meet(among, NOVEMBER))) {
    complete.push(...completedByLightning(row, cards, round));
  }
  const held = complete.map((among) => ({ row, times: 1, further: countOf(row, both(cards, among)) - row.size, among }));
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

/** Whether the cards make this yaku and the weather takes it away. */
export function formedButRuined(row, { cards }, { round, field_months }) {
  const spoiled = meet(cards, row.ruined_by) || field_months.some((month) => row.ruined_in.includes(month));
  return spoiled && form({ ...row, ruined_by: NONE }, { cards, chaff: 0 }, round).length > 0;
}

/** The yaku, of which some count only the further cards that were captured after the first own call. */
function sinceCall(held, pile, { own, called }) {
  return held.map((yaku) => {
    const { row, further } = yaku;
    if (!row.from_koi || (own && !called)) return yaku;
    const count = ({ cards, chaff }) => countOf(row, both(cards, row.kind)) + (row.counted ? chaff : 0);
    return { ...yaku, further: own ? Math.max(Math.min(further, count(pile) - count(called)), 0) : 0 };
  });
}

/** The yaku of a pile that count under some circumstances: each with its `points`. */
function combine(plan, held, pile, at) {
  const { own, round } = at;
  if (held.length > 1) held = sinceCall(withoutLower(plan, held, pile.cards), pile, at);
  const counting = held.map((yaku) => ({ ...yaku, points: worth(yaku, own, round) })).filter((yaku) => yaku.points);
  return counting.length > 1 ? sideBySide(counting) : counting;
}

/** The yaku and further cards that are left when a family, replacements and overlaps are worked out. */
function withoutLower(plan, held, cards) {
  const kept = notReplaced(plan.highest ? highest(held) : held);
  return overlap(overlap(kept, cards, "animals", plan.animals), cards, "ribbons", plan.ribbons);
}

/** The yaku without those of a family that are worth less than its best, the first of equals. */
function highest(held) {
  const best = new Map();
  for (const yaku of held) {
    const { family } = yaku.row;
    if (family && (!best.has(family) || worth(yaku) > worth(best.get(family)))) best.set(family, yaku);
  }
  return held.filter((yaku) => (best.get(yaku.row.family) ?? yaku) === yaku);
}

/** The yaku that no other replaces; a yaku that is replaced replaces nothing itself. */
function notReplaced(held) {
  const gone = new Set();
  let waiting = held;
  while (waiting.some(({ row }) => row.replaces.length)) {
    const replaceable = new Set(waiting.flatMap(({ row }) => row.replaces));
    for (const { row } of waiting) {
      if (!replaceable.has(row.id) && !gone.has(row.id)) row.replaces.forEach((id) => gone.add(id));
    }
    waiting = waiting.filter(({ row }) => replaceable.has(row.id));
  }
  return held.filter((yaku) => !gone.has(yaku.row.id));
}

/** The yaku after the special yaku of a kind and the yaku that counts it have shared further cards. */
function overlap(held, cards, kind, how) {
  if (how === "stack") return held;
  const special = held.filter((yaku) => yaku.row.overlap === kind && !yaku.row.counts);
  const counting = held.filter((yaku) => yaku.row.overlap === kind && yaku.row.counts);
  if (how === "count_takes" && counting.length) {
    return held.map((yaku) => (special.includes(yaku) ? withoutFurther(yaku, cards) : yaku));
  }
  if (how === "special_takes" && special.length) {
    return paidOnce(held.filter((yaku) => !counting.includes(yaku)), special, cards);
  }
  return held;
}

/** Pays further cards, those in no special yaku, once: to the yaku that pays most, the first of equals. */
function paidOnce(held, special, cards) {
  const cores = special.map((yaku) => core(yaku, cards)).reduce(either);
  const payee = special.reduce((most, yaku) => (yaku.row.extra > most.row.extra ? yaku : most));
  return held.map((yaku) => {
    if (yaku !== payee) return special.includes(yaku) ? withoutFurther(yaku, cards) : yaku;
    const further = without(both(yaku.among, yaku.row.kind), cores);
    return { ...yaku, further: size(both(cards, further)), among: either(core(yaku, cards), further) };
  });
}

const withoutFurther = (yaku, cards) => ({ ...yaku, further: 0, among: core(yaku, cards) });

/** The cards that make the yaku, and none beyond those it needs. */
function core({ row }, cards) {
  if (!row.leaves_further) return row.core;
  return row.needs.reduce((core, [among, least]) => {
    let made = both(cards, among);
    while (size(made) > least) made = withoutFirst(made);
    return either(core, made);
  }, NONE);
}

const withoutFirst = ([low, high]) => (low ? [low & (low - 1), high] : [0, high & (high - 1)]);

/** What a yaku is worth, with its value after a call and its factor in some months. */
function worth({ row, times, further }, own = 0, round = null) {
  const { points, extra, after_koi, months, month_factor } = row;
  const worth = (own ? (after_koi ?? points) : points) * times + extra * further;
  return month_factor && round && months?.includes(monthOf(round)) ? worth * month_factor : worth;
}

/** The yaku that count, given the others that are there. */
function sideBySide(held) {
  if (!held.some(({ row }) => row.excluded_by.length || row.rivals.length)) return held;
  const present = ids(held);
  return best(held.filter(({ row }) => !row.excluded_by.some((id) => present.has(id))));
}

/** Of all ways to leave out rivals, the one worth most; among equals the first yaku is kept. */
function best(held) {
  const present = ids(held);
  const torn = held.find((yaku) => yaku.row.rivals.some((id) => present.has(id)))?.row;
  if (!torn) return held;
  const withIt = best(held.filter((yaku) => !torn.rivals.includes(yaku.row.id)));
  const withoutIt = best(held.filter((yaku) => yaku.row !== torn));
  return total(withoutIt) > total(withIt) ? withoutIt : withIt;
}

const ids = (held) => new Set(held.map((yaku) => yaku.row.id));
const total = (lines) => lines.reduce((sum, { points }) => sum + points, 0);

/** The factors under some circumstances, with and without the factor for a big score, and the caps. */
class Factors {
  constructor(plan, at) {
    const factors = plan.factors.map((row) => factorOf(plan, row, at)).filter(Boolean);
    this.plan = plan;
    this.usual = this.withBig = combined(plan, factors);
    if (plan.big) {
      this.withBig = combined(plan, [...factors, { id: "big", times: plan.big.factor, plus: 0, n: plan.big.at }]);
    }
  }

  /** The score of lines that are worth `whole` together. */
  score(lines, whole) {
    const { max_base, max_points } = this.plan;
    const base = Math.min(whole, max_base ?? whole);
    const { factors, multiplier, added, caps } = this.isBig(base, lines.length) ? this.withBig : this.usual;
    const paid = base * multiplier + added;
    const points = Math.min(paid, max_points ?? paid);
    const cut = [...(base < whole ? ["max_base"] : []), ...caps, ...(points < paid ? ["max_points"] : [])];
    return { lines, base, factors, multiplier, added, points, caps: cut };
  }

  isBig(base, yaku) {
    const { big } = this.plan;
    if (!big || yaku < big.min_yaku) return false;
    return (big.on === "base" ? base : base * this.usual.multiplier + this.usual.added) >= big.at;
  }
}

/** Several factors together: what they multiply by, what they add, and whether a cap lowered that. */
function combined({ combine, max_factor }, factors) {
  const whole = factors.reduce((made, { times }) => (combine === "sum" ? made + times - 1 : made * times), 1);
  const multiplier = Math.min(whole, max_factor ?? whole);
  const added = factors.reduce((sum, { plus }) => sum + plus, 0);
  return { factors, multiplier, added, caps: multiplier < whole ? ["max_factor"] : [] };
}

/** What one multiplication does under these circumstances; null if nothing. */
function factorOf(plan, row, at) {
  const n = readFrom(plan, row, at);
  const [sign, number] = step(row, n);
  if (number === (sign === "x" ? 1 : 0)) return null;
  return { id: row.id, times: sign === "x" ? number : 1, plus: sign === "+" ? number : 0, n };
}

function readFrom(plan, { id, by_player }, at) {
  const [own, others] = by_player ? [Math.min(at.own, 1), Math.min(at.others, at.callers)] : [at.own, at.others];
  switch (id) {
    case "own_koi": return own;
    case "opponent_koi": return others;
    case "any_koi": return own + others;
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
