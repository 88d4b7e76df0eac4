// The live line of the board: yaku, factors, payment, and what one more card would bring.

import { lookUp } from "./board_fields.js";
import { both, ids, MONTHS } from "./scorer/cards.js";
import { formedButRuined } from "./scorer/evaluate.js";
import { fill, isolated } from "./sentences.js";

const TWO_LINES = 1.85; // of which words leave the ends empty
const GAP = "\u2003"; // between yaku and sum, with what bold figures need
const pen = document.createElement("canvas").getContext("2d");
const isLow = matchMedia("(orientation: landscape) and (max-height: 30em)"); // there the sum has a line of its own
let room = Infinity; // px, of a line
let widths = {}; // px, of the letters that were shown
const written = new WeakMap(); // what the four parts of a live line say

/** The yaku, the dearest first, "Red poetry ribbons 5 + Ribbons 2", and the end that is never cut off, " = 7 × 2 = 14". */
export function reckoning(score, words) {
  const { lines, base, added, points } = score;
  const capped = score.caps.includes("max_base");
  const factor = times(score, words);
  const result = factor || added ? `${factor}${added ? ` + ${added}` : ""} = ${points}` : "";
  if (result && lines.length === 1 && !capped) return [isolated(words.yaku[lines[0].yaku]), ` ${base}${result}`]; // "6 × 2 = 12"
  const dearest = [...lines].sort((one, other) => other.points - one.points);
  const yaku = dearest.map((line) => `${isolated(words.yaku[line.yaku])} ${line.points}`).join(" + ");
  const sum = capped ? ` → ${base}` : lines.length > 1 ? ` = ${base}` : "";
  return [yaku, sum + result];
}

/** " × 4"; where doublings are added, their sum: " × (1 + 1 + 2)". */
function times({ factors, multiplier, caps }, { sum }) {
  if (multiplier === 1) return "";
  const more = factors.filter((factor) => factor.times !== 1).map((factor) => factor.times - 1);
  if (!sum || more.length < 2 || caps.includes("max_factor")) return ` × ${multiplier}`;
  return ` × (1${more.map((step) => (step < 0 ? ` − ${-step}` : ` + ${step}`)).join("")})`;
}

/** What the winner is paid, by the table of claims from the server: see match/settlement.py. */
export function payment(score, seat, { players, claims, says }) {
  if (!score.points) return "";
  if (!players) return fill(says.points, { points: score.points });
  const { coin, payers } = claims[seat];
  const coins = score.points * coin;
  const payee = players[seat];
  if (!payers.length) return fill(says.gets, { player: payee, coins });
  const pays = ({ seat: payer, most }) => {
    const paid = Math.min(coins, most ?? coins);
    return fill(paid < coins ? says.last : says.pays, { payer: players[payer], payee, coins: paid });
  };
  return payers.map(pays).reduce((one, other) => fill(says.listed, { one, other }));
}

/** What each player makes where more than one scores, "Anna 5 · Ben 3"; nothing while nobody makes anything. */
export function scored(points, { players, says }) {
  if (!points.some(Boolean)) return "";
  const each = points.map((made, seat) => `${players[seat]} ${made}`);
  return each.reduce((one, other) => fill(says.dotted, { one, other }));
}

/** The points of each seat in a round that nobody stopped, by the scores of the piles and who called koi-koi. */
export function unstopped(scores, callers, { everyone: { exhausted, highest, tie, shares, holder } }) {
  const holds = scores.map(({ base }, seat) => Boolean(base) || callers.includes(seat));
  if (exhausted) {
    const paid = scores.map(({ base, points }) => (base ? points : 0));
    const best = highest ? paid.filter((points) => points === Math.max(...paid)) : [];
    const wins = (points, seat) => points === best[0] && (best.length < 2 || seat === tie);
    return highest ? paid.map((points, seat) => (wins(points, seat) ? points : 0)) : paid;
  }
  if (shares && holds.some(Boolean)) return shares.map((share, seat) => share + (holds[seat] ? holder : 0));
  return scores.map(() => 0);
}

/** A yaku that is ruined and by what, or nothing. */
export function ruinedYaku(plan, held, at, words) {
  const row = plan.readings[0].find((row) => formedButRuined(row, held, at));
  return row ? fill(words.says.ruined, { yaku: words.yaku[row.id], why: ruinedBy(plan, held, at, row, words) }) : "";
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
  const gain = score.points ? `+${points - score.points} →\u00a0${points}` : String(points);
  const name = words.yaku[next.lines[0].yaku];
  const yaku = next.lines.length > 1 ? gain : gain + unbroken(fill(words.says.dotted, { one: "", other: name }));
  const sentence = next.kinds.length ? words.says.more : words.says.with;
  return capital(fill(sentence, { card: names.slice(0, 2).join(" / "), yaku }));
}

/** " · Moon viewing", which is left out whole where the line has no room for it. */
const unbroken = (text) => text.replace(/\s/g, "\u00a0").replace("\u00a0", " ").replace(/-/g, "\u2011");

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
function ruinedBy(plan, held, at, row, { signs }) {
  const captured = ids(plan, both(held.cards, row.ruined_by))[0];
  return signs[row.id][captured ?? at.field_months.find((month) => row.ruined_in.includes(month))];
}

/** A month of which an odd number is held, probably by a wrong tap; null unless every card seems to be named. */
function oddMonth({ cards: held, chaff }, plan) {
  const named = ids(plan, held);
  if (chaff || !named.some((id) => id[2] === "C")) return null;
  return MONTHS.find((month) => named.filter((id) => Number(id.slice(0, 2)) === month).length % 2);
}

/**
 * Writes the two live lines: each has a part that may be cut off and a part that may not. Only what differs is
 * touched, and text is changed in its node: a node that came or went would restyle the form and the page.
 */
export function writeLines(live, [start, end], result = "", near = "") {
  const [said, before] = [[start, end, result, near], written.get(live) ?? []];
  lookUp(live, "[data-part]").forEach((part, index) => {
    if (said[index] === before[index]) return;
    if (part.lastChild?.nodeType !== Node.TEXT_NODE) part.append("");
    part.lastChild.data = said[index];
    part.toggleAttribute("hidden", !said[index]);
  });
  written.set(live, said);
  fitLines(live);
}

/** Gives the words the room that they need, also once the phone was turned. */
export function keepFitting(live) {
  new ResizeObserver(([{ contentRect }]) => {
    room = contentRect.width;
    const { fontSize, fontFamily } = getComputedStyle(live);
    pen.font = `${fontSize} ${fontFamily}`;
    widths = {};
    fitLines(live);
  }).observe(live);
}

/**
 * Gives yaku that are too long for a line both lines, beside what they pay, and a sentence that is too long for two
 * lines three smaller ones. Words are measured outside the page, which would have to be laid out once more.
 */
function fitLines(live) {
  const [start, end, ...others] = written.get(live) ?? [""];
  const isAlone = ![end, ...others].some(Boolean); // it may take both lines
  const words = isLow.matches ? start : start + GAP + end;
  const line = lookUp(live, "[data-part]")[0].parentElement;
  line.classList.toggle("alone", isAlone);
  line.parentElement.classList.toggle("tall", widthOf(words) > room * (isAlone ? TWO_LINES : 1));
}

const widthOf = (words) => [...words].reduce((sum, letter) => sum + (widths[letter] ??= pen.measureText(letter).width), 0);
