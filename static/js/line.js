// The words of the live line: yaku, factors, payment, and what one more card would bring.

import { both, ids, MONTHS } from "./scorer/cards.js";
import { formedButRuined } from "./scorer/evaluate.js";
import { fill } from "./sentences.js";

/** The yaku, the dearest first, "Red poetry ribbons 5 + Ribbons 2", and the end that is never cut off, " = 7 × 2 = 14". */
export function reckoning(score, words) {
  const dearest = [...score.lines].sort((one, other) => other.points - one.points);
  const lines = dearest.map((line) => `${words.yaku[line.yaku]} ${line.points}`).join(" + ");
  const cut = score.caps.includes("max_base") ? ` → ${score.base}` : "";
  const base = cut || (score.lines.length > 1 ? ` = ${score.base}` : "");
  const added = score.added ? ` + ${score.added}` : "";
  const factor = times(score, words);
  return [lines, base + (factor || added ? `${factor}${added} = ${score.points}` : "")];
}

/** " × 4"; where doublings are added, their sum: " × (1 + 1 + 2)". */
function times({ factors, multiplier, caps }, { sum }) {
  if (multiplier === 1) return "";
  const more = factors.filter((factor) => factor.times !== 1).map((factor) => factor.times - 1);
  if (!sum || more.length < 2 || caps.includes("max_factor")) return ` × ${multiplier}`;
  return ` × (1${more.map((step) => (step < 0 ? ` − ${-step}` : ` + ${step}`)).join("")})`;
}

/** What the winner is paid, by the table of claims from the server: see claims.py. */
export function payment(score, seat, { players, claims, says }) {
  if (!score.points) return "";
  if (!players) return fill(says.points, { points: score.points });
  const { coin, payers } = claims[seat];
  const coins = score.points * coin;
  const payee = players[seat];
  if (!payers.length) return fill(says.gets, { player: payee, coins });
  return payers
    .map(({ seat: payer, most }) => fill(coins > (most ?? coins) ? says.last : says.pays, { payer: players[payer], payee, coins: Math.min(coins, most ?? coins) }))
    .join(", ");
}

/** A yaku that is ruined and by what, or nothing. */
export function lost(plan, held, at, words) {
  const row = plan.readings[0].find((row) => formedButRuined(row, held, at));
  return row ? fill(words.says.ruined, { yaku: words.yaku[row.id], why: sign(plan, held, at, row, words) }) : "";
}

/**
 * A probable wrong tap, or else the card that would bring most, and what: the card first, for the end may be cut
 * off. In points of the round, no more than the others can pay.
 */
export function hint(plan, held, score, next, seat, words) {
  const odd = words.wild ? null : oddMonth(held, plan);
  if (odd) return fill(words.says.odd, { month: words.months[odd - 1] });
  const points = next && Math.min(next.points, mostPaid(seat, words));
  if (!next || points <= score.points) return "";
  const names = [...next.kinds.map((kind) => words.kinds[kind]), ...next.cards.map((id) => words.cards[id])];
  const gain = score.points ? `+${points - score.points} → ${points}` : String(points);
  const yaku = next.lines.length > 1 ? gain : `${gain} · ${words.yaku[next.lines[0].yaku]}`;
  return capital(fill(next.kinds.length ? words.says.more : words.says.with, { card: names.slice(0, 2).join(" / "), yaku }));
}

/** The points that somebody can still pay in full or in part. */
function mostPaid(seat, { players, claims }) {
  if (!players || !claims[seat].payers.length) return Infinity;
  const { coin, payers } = claims[seat];
  return Math.max(...payers.map(({ most }) => (most === null ? Infinity : Math.ceil(most / coin))));
}

function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What ruins a yaku: a card that was captured, or one on the field. */
function sign(plan, held, at, row, { signs }) {
  const captured = ids(plan, both(held.cards, row.ruined_by))[0];
  return signs[row.id][captured ?? at.field_months.find((month) => row.ruined_in.includes(month))];
}

/** A month of which an odd number is held, probably by a wrong tap; null unless every card seems to be named. */
function oddMonth({ cards: held, chaff }, plan) {
  const named = ids(plan, held);
  if (chaff || !named.some((id) => id[2] === "C")) return null;
  return MONTHS.find((month) => named.filter((id) => Number(id.slice(0, 2)) === month).length % 2);
}
