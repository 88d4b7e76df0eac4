// Plan + pile + circumstances → score: scorer.py for the browser. Both are tested on the same piles. Nothing is kept
// from tap to tap: on a processor slowed four times a memory of piles made the first tap of a page 30 ms slower.

import { both, either, meet, NONE, SAKE_CUP, size } from "./cards.js";
import { Factors } from "./factors.js";
import { holding, inForce } from "./holding.js";
import { interplay } from "./interplay.js";

/** What plan_json.py leaves out of a row. Whatever else may be absent is false or off. */
const ROW = {
  needs: [], wild: NONE, twice: NONE, kind: NONE, size: 0, points: 0, extra: 0, ruined_by: NONE, ruined_in: [],
  replaces: [], excluded_by: [], rivals: [],
};

/** Calls of the winner and of all others; the round, from 1; the dealt field; months on the field now. */
const PLAIN = { own: 0, others: 0, callers: 1, round: null, dealt: NONE, dealt_brights: null, field_months: [] };
const NOTHING = { lines: [], base: 0, factors: [], multiplier: 1, added: 0, points: 0, caps: [] };

/** The plan that plan_json.py wrote, complete. */
export function readPlan(json) {
  const { deck, readings, ...rest } = JSON.parse(json);
  const whole = readings.map((rows) => rows.map((row) => withRarest({ ...ROW, ...row })));
  const needy = new Set(whole[0].filter((row) => row.requires_other).map(({ id }) => id));
  return { ...rest, deck: deck.split(" "), readings: whole, needy };
}

/** A row with all cards that its needs name, and the rarest of these needs, that of most cards. */
function withRarest(row) {
  const core = row.needs.map(([among]) => among).reduce(either, NONE);
  const [among, least] = row.needs.reduce((rarest, need) => (need[1] > rarest[1] ? need : rarest));
  return { ...row, core, rarest: { among, least: least - size(row.twice) } }; // the sake cup may stand for two
}

/** What a pile is worth, and why. */
export const score = (plan, pile, circumstances) => scoring(plan, circumstances)(pile);

/** The score of any pile under some circumstances; of two readings of the sake cup the one that pays more. */
export function scoring(plan, circumstances) {
  const at = { ...PLAIN, ...circumstances };
  const readings = plan.readings.map((rows) => rows.filter((row) => inForce(row, at)));
  const factors = new Factors(plan, at);
  const counts = ({ yaku }) => !plan.needy.has(yaku); // needs no other beside it
  const worth = (lines) => (lines.some(counts) ? factors.score(lines, together(lines)) : NOTHING);
  return (pile) =>
    (meet(pile.cards, SAKE_CUP) ? readings : readings.slice(0, 1)) // without the cup all readings are alike
      .map((rows) => worth(formed(plan, rows, pile, at)))
      .reduce((best, score) => (paysMore(score, best) ? score : best));
}

/** The lines of a pile in one reading, in the order of the plan. */
function formed(plan, rows, pile, { own, round }) {
  const held = rows.filter((row) => mayHold(row, pile)).flatMap((row) => holding(row, pile, round));
  return interplay(plan, held, pile.cards, own, round).map(({ row, points, among }) =>
    ({ yaku: row.id, points, cards: both(pile.cards, among), counted: row.counted ? pile.chaff : 0 }));
}

/** Whether a pile meets the rarest need of a yaku: most yaku are ruled out by this one count. */
function mayHold({ rarest: { among, least }, counted }, { cards, chaff }) {
  return size(both(cards, among)) + (counted ? chaff : 0) >= least;
}

const together = (lines) => lines.reduce((sum, { points }) => sum + points, 0);

function paysMore(score, other) {
  return score.points > other.points || (score.points === other.points && score.base > other.base);
}
