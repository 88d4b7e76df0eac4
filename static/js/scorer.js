// Plan + pile + circumstances → score: scorer.py for the browser; both are tested on the same piles.

import { either, monthOf, NONE } from "./cards.js";
import { Factors } from "./factors.js";
import { Memory } from "./memory.js";

/** A row as it is unless the plan says otherwise; see plan_json.py. */
const ROW = {
  needs: [], monthly: "", repeat: false, separate: false, wild: NONE, counted: false, twice: NONE,
  kind: NONE, size: 0, points: 0, extra: 0, after_koi: null, months: null, month_factor: null,
  ruined_by: NONE, ruined_in: [], family: "", overlap: "", counts: false, leaves_further: false,
  replaces: [], excluded_by: [], rivals: [], requires_other: false,
};

/** Calls of the winner and of all others, the round from 1, the dealt field, months on the field now. */
const PLAIN = { own: 0, others: 0, round: null, dealt: NONE, dealt_brights: null, field_months: [] };
const NOTHING = { lines: [], base: 0, factors: [], multiplier: 1, added: 0, points: 0, caps: [] };
const MOST = 4096; // circumstances that a plan knows

/** The plan that plan_json.py wrote, with everything that it left out, and room for what it learns. */
export function readPlan(json) {
  const { deck, readings, ...rest } = JSON.parse(json);
  const whole = readings.map((rows) => rows.map((row) => withCore({ ...ROW, ...row })));
  const needy = new Set(whole[0].filter((row) => row.requires_other).map(({ id }) => id));
  return { ...rest, deck: deck.split(" "), readings: whole, needy, memories: new Map(), known: new Map() };
}

/** All cards that the needs of a row name. */
function withCore(row) {
  return { ...row, core: row.needs.map(([among]) => among).reduce(either, NONE) };
}

/** What a pile is worth, and why. */
export function score(plan, pile, circumstances) {
  return scoring(plan, circumstances)(pile);
}

/** The score of any pile under some circumstances; of two readings of the sake cup the one that pays more. */
export function scoring(plan, circumstances) {
  const { memory, factors } = prepared(plan, { ...PLAIN, ...circumstances });
  const worth = ({ lines, points }) =>
    counts(plan, lines) ? factors.score(memory.isInOrder ? lines : memory.inOrder(lines), points) : NOTHING;
  return (pile) => memory.formed(pile).map(worth).reduce((best, score) => (paysMore(score, best) ? score : best));
}

/** Whether some yaku is formed that needs no other beside it. */
function counts({ needy }, lines) {
  return lines.some(({ yaku }) => !needy.has(yaku));
}

function paysMore(score, other) {
  return score.points > other.points || (score.points === other.points && score.base > other.base);
}

/** The memory and the factors for some circumstances. */
function prepared(plan, at) {
  const key = `${at.own},${at.others},${at.round},${at.dealt},${at.dealt_brights},${at.field_months}`;
  if (!plan.known.has(key)) {
    const alike = toYaku(plan, at);
    const name = Object.values(alike).join(";");
    if (!plan.memories.has(name)) plan.memories.set(name, new Memory(plan, alike));
    if (plan.known.size >= MOST) plan.known.clear();
    plan.known.set(key, { memory: plan.memories.get(name), factors: new Factors(plan, at) });
  }
  return plan.known.get(key);
}

/** The circumstances, with only what a yaku of this plan depends on. */
function toYaku({ readings: [rows] }, { own, round, field_months }) {
  const calls = rows.some((row) => row.after_koi !== null);
  const months = rows.some((row) => row.months !== null || row.monthly === "round");
  return {
    own: calls && own ? 1 : 0,
    round: months && round ? monthOf(round) : null,
    field_months: field_months.filter((month) => rows.some((row) => row.ruined_in.includes(month))).sort(),
  };
}
