// Plan + pile + circumstances → score: scorer.py for the browser. Both are tested on the same piles.

import { either, NONE } from "./cards.js";
import { Factors } from "./factors.js";
import { Memory } from "./memory.js";

/** What plan_json.py leaves out of a row. Whatever else may be absent is false or off. */
const ROW = {
  needs: [], wild: NONE, twice: NONE, kind: NONE, size: 0, points: 0, extra: 0, ruined_by: NONE, ruined_in: [],
  replaces: [], excluded_by: [], rivals: [],
};

/** Calls of the winner and of all others; the round, from 1; the dealt field; months on the field now. */
const PLAIN = { own: 0, others: 0, callers: 1, round: null, dealt: NONE, dealt_brights: null, field_months: [] };
const NOTHING = { lines: [], base: 0, factors: [], multiplier: 1, added: 0, points: 0, caps: [] };

/** The plan that plan_json.py wrote, complete; `known` holds what is worked out for some circumstances. */
export function readPlan(json) {
  const { deck, readings, ...rest } = JSON.parse(json);
  const whole = readings.map((rows) => rows.map((row) => withCore({ ...ROW, ...row })));
  const needy = new Set(whole[0].filter((row) => row.requires_other).map(({ id }) => id));
  return { ...rest, deck: deck.split(" "), readings: whole, needy, known: new Map() };
}

/** All cards that the needs of a row name. */
function withCore(row) {
  return { ...row, core: row.needs.map(([among]) => among).reduce(either, NONE) };
}

/** What a pile is worth, and why. */
export const score = (plan, pile, circumstances) => scoring(plan, circumstances)(pile);

/** The score of any pile under some circumstances; of two readings of the sake cup the one that pays more. */
export function scoring(plan, circumstances) {
  const { memory, factors } = prepared(plan, { ...PLAIN, ...circumstances });
  const counts = ({ yaku }) => !plan.needy.has(yaku); // needs no other beside it
  const worth = ({ lines, points }) => (lines.some(counts) ? factors.score(lines, points) : NOTHING);
  return (pile) => memory.formed(pile).map(worth).reduce((best, score) => (paysMore(score, best) ? score : best));
}

function paysMore(score, other) {
  return score.points > other.points || (score.points === other.points && score.base > other.base);
}

/** The memory and the factors for some circumstances; they are kept, for taps on cards rarely change them. */
function prepared(plan, at) {
  const key = `${at.own},${at.others},${at.callers},${at.round},${at.dealt},${at.dealt_brights},${at.field_months}`;
  if (!plan.known.has(key)) {
    plan.known.set(key, { memory: new Memory(plan, at), factors: new Factors(plan, at) });
  }
  return plan.known.get(key);
}
