// How the yaku of a pile affect one another: which replace which, and what each is worth then. interplay.py for the
// browser.

import { both, either, monthOf, NONE, size, without } from "./cards.js";

/** The yaku that count, made of `cards`, after `own` calls in a round: each with its `points`. */
export function interplay(plan, held, cards, own, round) {
  if (held.length > 1) held = withoutLower(plan, held, cards);
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
    const rival = best.get(yaku.row.family);
    if (!rival || value(yaku, yaku.row.points) > value(rival, rival.row.points)) best.set(yaku.row.family, yaku);
  }
  return held.filter((yaku) => !yaku.row.family || best.get(yaku.row.family) === yaku);
}

/** The yaku that no other replaces; a yaku that is replaced replaces nothing itself. */
function notReplaced(held) {
  const gone = new Set();
  let waiting = held;
  while (waiting.length) {
    const replaceable = new Set(waiting.flatMap((yaku) => yaku.row.replaces));
    for (const { row } of waiting) {
      if (!replaceable.has(row.id) && !gone.has(row.id)) row.replaces.forEach((id) => gone.add(id));
    }
    waiting = waiting.filter((yaku) => replaceable.has(yaku.row.id));
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
function worth(yaku, own, round) {
  const { points, after_koi, months, month_factor } = yaku.row;
  const worth = value(yaku, own ? (after_koi ?? points) : points);
  return month_factor && round && months?.includes(monthOf(round)) ? worth * month_factor : worth;
}

const value = (yaku, points) => points * yaku.times + yaku.row.extra * yaku.further;

/** The yaku that count, given the others that are there. */
function sideBySide(held) {
  const present = ids(held);
  const kept = held.filter((yaku) => !yaku.row.excluded_by.some((id) => present.has(id)));
  return kept.some((yaku) => yaku.row.rivals.length) ? best(kept) : kept;
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
const total = (held) => held.reduce((sum, yaku) => sum + yaku.points, 0);
