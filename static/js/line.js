// The words of the live line: yaku, factors, payment, and what one more card would bring.

import { ids, MONTHS } from "./cards.js";

/** "Red poetry ribbons 5 + Ribbons 2", and behind it what may not be cut off: " = 7 × 2 = 14". */
export function reckoning(found, words) {
  const lines = found.lines.map((line) => `${words.yaku[line.yaku]} ${line.points}`).join(" + ");
  const cut = found.caps.includes("max_base") ? ` → ${found.base}` : "";
  const base = cut || (found.lines.length > 1 ? ` = ${found.base}` : "");
  const added = found.added ? ` + ${found.added}` : "";
  const factor = times(found, words);
  return [lines, base + (factor || added ? `${factor}${added} = ${found.points}` : "")];
}

/** " × 4"; doublings that are added, as a table adds them: " × (1 + 1 + 2)". */
function times({ factors, multiplier, caps }, { sum }) {
  if (multiplier === 1) return "";
  const more = factors.filter((factor) => factor.times !== 1).map((factor) => factor.times - 1);
  if (!sum || more.length < 2 || caps.includes("max_factor")) return ` × ${multiplier}`;
  return ` × (1${more.map((one) => (one < 0 ? ` − ${-one}` : ` + ${one}`)).join("")})`;
}

/** What the winner is paid, as the server's table of claims has it: see claims.py. */
export function payment(found, seat, { players, claims, says }) {
  if (!found.points) return "";
  if (!players) return fill(says.points, { points: found.points });
  const { coin, payers } = claims[seat];
  const coins = found.points * coin;
  const payee = players[seat];
  if (!payers.length) return fill(says.gets, { player: payee, coins });
  return payers
    .map(({ seat: payer, most }) => fill(says.pays, { payer: players[payer], payee, coins: Math.min(coins, most ?? coins) }))
    .join(", ");
}

/** A slip of the finger, or else what one more card would bring, in points of the round. */
export function hint(plan, held, found, next, words) {
  const odd = words.wild ? null : oddMonth(held, plan);
  if (odd) return fill(words.says.odd, { month: words.months[odd - 1] });
  if (!next) return "";
  const names = [...next.kinds.map((kind) => words.kinds[kind]), ...next.cards.map((id) => words.cards[id])];
  const gain = found.points ? `+${next.points - found.points} → ${next.points}` : String(next.points);
  const yaku = next.lines.length > 1 ? gain : `${gain} (${words.yaku[next.lines[0].yaku]})`;
  return fill(next.kinds.length ? words.says.more : words.says.with, { card: names.slice(0, 2).join(" / "), yaku });
}

/** A month of which an odd number is held, when every card seems to be named; probably a slip. */
function oddMonth({ cards: held, chaff }, plan) {
  const named = ids(plan, held);
  if (chaff || !named.some((id) => id[2] === "C")) return null;
  return MONTHS.find((month) => named.filter((id) => Number(id.slice(0, 2)) === month).length % 2);
}

export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
