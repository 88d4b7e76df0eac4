// What one more card would bring: worked out at every tap, for every card that can still come.

import { CARDS, either, ids, meet, NONE, SAKE_CUP } from "./cards.js";
import { mayHold, scorer } from "./evaluate.js";

const MOST_CHAFF = 24;
const COUNTED = "··C"; // stands for the id of a chaff card that nobody named

/**
 * The best `few` of [{gain, points, kinds, cards, lines: [{yaku, points, before}]}].
 *
 * The card can be any further one of `kinds` ("R": any ribbon) or one of `cards`; `gain` is in points of
 * base, `points` what the round is then worth, `lines` the yaku that are then worth more. Cards in `gone` can no
 * longer be captured.
 */
export function nextCards(plan, pile, circumstances, { gone = NONE, few = 3 } = {}) {
  const score = scorer(plan, circumstances);
  const now = score(pile);
  const before = byYaku(now);
  const near = plan.readings.flat().filter((row) => mayHold(row, pile, 1)).reduce((all, { any }) => either(all, any), SAKE_CUP);
  const known = new Map();
  const options = furtherCards(plan, pile, gone).map(({ id, key, card }) => {
    if (!meet(near, card)) return { id, kind: id[2], gain: 0 }; // of no yaku that one card more would make
    if (!known.has(key)) known.set(key, brings(now, before, score(withOneMore(pile, id, card))));
    return { id, kind: id[2], ...known.get(key) };
  });
  return inGroups(options.filter(({ gain }) => gain > 0))
    .sort(([first], [second]) => second.gain - first.gain)
    .slice(0, few)
    .map((group) => ({ gain: group[0].gain, points: group[0].points, lines: group[0].lines, ...named(group, options) }));
}

/** Each card that can still come, and one more chaff card that is only counted. */
function furtherCards(plan, { cards, chaff }, gone) {
  const held = either(cards, gone);
  const named = ids(plan, cards).filter((id) => id[2] === "C").length;
  const further = CARDS.flatMap((card, place) =>
    meet(held, card) ? [] : [{ id: plan.deck[place], key: plan.alike[place], card }]);
  if (chaff + named >= MOST_CHAFF) return further.filter(({ id }) => id[2] !== "C");
  return [...further, { id: COUNTED, key: COUNTED, card: SAKE_CUP }];
}

const withOneMore = ({ cards, chaff }, id, card) =>
  id === COUNTED ? { cards, chaff: chaff + 1 } : { cards: either(cards, card), chaff };

/** What a card adds to the base, and the yaku that are worth more than `before`. */
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
  const sums = new Map();
  for (const { yaku, points } of lines) sums.set(yaku, (sums.get(yaku) ?? 0) + points);
  return sums;
}

/** The options grouped by what they bring. */
function inGroups(options) {
  const groups = new Map();
  for (const option of options) {
    const { gain, points, lines } = option;
    const brings = [gain, points, ...lines.map((line) => `${line.yaku} ${line.points}`)].join();
    groups.set(brings, [...(groups.get(brings) ?? []), option]);
  }
  return [...groups.values()];
}

/**
 * A group as kinds of which every further card brings as much or more, and the cards that are left over.
 * Chaff that is only counted stands for any chaff: it ruins no yaku and completes no month.
 */
function named(group, options) {
  const isAny = (kind) =>
    group.filter((option) => option.kind === kind).length > 1 &&
    options.every((option) => option.kind !== kind || option.gain >= group[0].gain);
  const any = new Set(group.filter(({ id, kind }) => id === COUNTED || isAny(kind)).map(({ kind }) => kind));
  return { kinds: [...any], cards: group.filter(({ kind }) => !any.has(kind)).map(({ id }) => id) };
}
