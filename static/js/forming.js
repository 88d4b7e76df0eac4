// Which yaku a set of cards forms, and what each is worth: forming.py for the browser, on the same plan.
// A set of cards is a pair of halves, [months 1 to 6, months 7 to 12], one bit a card.
// Whatever Python wrote keeps the name it has there: row.after_koi, at.field_months.

export const NONE = [0, 0];
export const both = (one, other) => [one[0] & other[0], one[1] & other[1]];
export const either = (one, other) => [one[0] | other[0], one[1] | other[1]];
export const without = (one, other) => [one[0] & ~other[0], one[1] & ~other[1]];
export const meet = (one, other) => ((one[0] & other[0]) | (one[1] & other[1])) !== 0;
export const size = (cards) => bits(cards[0]) + bits(cards[1]);
export const monthOf = (round) => ((round - 1) % 12) + 1; // the thirteenth round is January again

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const whole = (month) => (month < 7 ? [15 << (4 * month - 4), 0] : [0, 15 << (4 * month - 28)]);
export const WHOLE = MONTHS.map(whole); // the four cards of each month
const NOVEMBER = whole(11);

/** The yaku that a pile forms after `own` calls in a round: [{yaku, points, cards, counted}]. */
export function form(plan, rows, pile, own, round) {
  let held = [];
  for (const row of rows) held.push(...holding(row, pile, round));
  if (held.length > 1) held = withoutLower(plan, held); // one alone meets no other
  held = held.map((one) => ({ ...one, points: worth(one, own, round) })).filter((one) => one.points);
  if (held.length > 1) held = sideBySide(held);
  return held.map(({ row, points, cards, counted }) => ({ yaku: row.id, points, cards, counted }));
}

/** Without what a higher yaku of the family or another yaku takes the place of, or its further cards. */
function withoutLower(plan, held) {
  const kept = notReplaced(plan.highest ? highest(held) : held);
  return overlap(overlap(kept, "animals", plan.animals), "ribbons", plan.ribbons);
}

/** Without what does not count beside others. */
function sideBySide(held) {
  const present = ids(held);
  const kept = held.filter((one) => !one.row.excluded_by.some((id) => present.has(id)));
  return kept.some((one) => one.row.rivals.length) ? best(kept) : kept;
}

/** A yaku as it is held: once or not at all, or for each of its months. */
function holding(row, { cards, chaff }, round) {
  if (meet(cards, row.ruined_by)) return [];
  if (row.monthly) return monthly(row, cards, round);
  const counted = row.counted ? chaff : 0;
  let made = NONE;
  for (const [among, least] of row.needs) {
    const found = both(cards, among);
    if (number(row, found) + counted < least) return [];
    made = either(made, found);
  }
  const ofKind = both(cards, row.kind);
  const further = Math.max(number(row, ofKind) + counted - row.size, 0);
  return [{ row, times: 1, further, cards: row.extra ? either(made, ofKind) : made, counted }];
}

/** As how many cards a set counts for a row. */
const number = ({ twice }, cards) => size(cards) + (meet(cards, twice) ? size(both(cards, twice)) : 0);

function monthly(row, cards, round) {
  const [[among, least]] = row.needs;
  const wanted = row.monthly === "each" ? MONTHS : round ? [monthOf(round)] : [];
  const counting = both(cards, among);
  const ofMonths = wanted.map((month) => both(counting, WHOLE[month - 1]));
  const complete = ofMonths.filter((one) => number(row, one) >= least);
  if (meet(cards, row.wild) && !complete.some((one) => meet(one, NOVEMBER))) {
    const broken = ofMonths.find((one) => size(one) === 3 && !meet(one, NOVEMBER));
    if (broken) complete.push(either(broken, row.wild));
  }
  const single = complete.map((one) => ({ row, times: 1, further: number(row, one) - least, cards: one, counted: 0 }));
  if (row.separate || single.length < 2) return single;
  const further = single.map((one) => one.further);
  const paid = row.repeat
    ? { times: single.length, further: further.reduce((one, other) => one + other) }
    : { times: 1, further: Math.max(...further) };
  return [{ row, ...paid, cards: complete.reduce(either), counted: 0 }];
}

/** Of the yaku of one family the one worth most, the first of equals. */
function highest(held) {
  const best = new Map();
  for (const one of held) {
    const rival = best.get(one.row.family);
    if (!rival || value(one, one.row.points) > value(rival, rival.row.points)) best.set(one.row.family, one);
  }
  return held.filter((one) => !one.row.family || best.get(one.row.family) === one);
}

/** Without the yaku that another one replaces; one that is replaced replaces nothing itself. */
function notReplaced(held) {
  const gone = new Set();
  let waiting = held;
  while (waiting.length) {
    const replaceable = new Set(waiting.flatMap((one) => one.row.replaces));
    for (const { row } of waiting) {
      if (replaceable.has(row.id) || gone.has(row.id)) continue;
      row.replaces.forEach((id) => gone.add(id));
    }
    waiting = waiting.filter((one) => replaceable.has(one.row.id));
  }
  return held.filter((one) => !gone.has(one.row.id));
}

/** How the special yaku of a kind and the one that counts the kind share further cards. */
function overlap(held, kind, how) {
  const special = held.filter((one) => one.row.overlap === kind && !one.row.counts);
  const counting = held.filter((one) => one.row.overlap === kind && one.row.counts);
  if (how === "count_takes" && counting.length) {
    return held.map((one) => (special.includes(one) ? withoutFurther(one) : one));
  }
  if (how === "special_takes" && special.length) {
    return paidOnce(held.filter((one) => !counting.includes(one)), special);
  }
  return held;
}

/** Further cards, those in no special yaku, are paid once: where they pay most, to the first of equals. */
function paidOnce(held, special) {
  const cores = special.map(core).reduce(either);
  const payee = special.reduce((most, one) => (one.row.extra > most.row.extra ? one : most));
  return held.map((one) => {
    if (!special.includes(one)) return one;
    if (one !== payee) return withoutFurther(one);
    const further = without(both(one.cards, one.row.kind), cores);
    return { ...one, further: size(further), cards: either(core(one), further) };
  });
}

/** Without rivals: of all ways to leave some out, the one worth most, the first yaku kept among equals. */
function best(held) {
  const present = ids(held);
  const torn = held.find((one) => one.row.rivals.some((id) => present.has(id)))?.row;
  if (!torn) return held;
  const withIt = best(held.filter((one) => !torn.rivals.includes(one.row.id)));
  const withoutIt = best(held.filter((one) => one.row !== torn));
  return total(withoutIt) > total(withIt) ? withoutIt : withIt;
}

const ids = (held) => new Set(held.map((one) => one.row.id));
const total = (held) => held.reduce((sum, one) => sum + one.points, 0);
const withoutFurther = (one) => ({ ...one, further: 0, cards: core(one) });
/** The cards that make the yaku, and none beyond those it takes. */
const core = (one) => one.row.needs.reduce((made, [among, least]) => {
  let held = both(one.cards, among);
  while (one.row.extra && size(held) > least) held = withoutFirst(held);
  return either(made, held);
}, NONE);
const withoutFirst = ([low, high]) => (low ? [low & (low - 1), high] : [0, high & (high - 1)]);
const value = (one, points) => points * one.times + one.row.extra * one.further;

/** The value after a call and in its months. */
function worth(one, own, round) {
  const { points, after_koi, months, month_factor } = one.row;
  const found = value(one, own ? (after_koi ?? points) : points);
  return month_factor && round && months?.includes(monthOf(round)) ? found * month_factor : found;
}

function bits(half) {
  half -= (half >>> 1) & 0x555555;
  half = (half & 0x333333) + ((half >>> 2) & 0x333333);
  return (Math.imul((half + (half >>> 4)) & 0x0f0f0f, 0x010101) >>> 16) & 0xff;
}
