// From the points of the yaku to the points of the round: factors, additions and caps. factors.py for the
// browser.

import { both, size } from "./cards.js";

/** The factors under some circumstances, with and without the factor for a big score, and the caps. */
export class Factors {
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
