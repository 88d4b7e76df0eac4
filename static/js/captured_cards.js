// The board of games in which every captured card counts: what everybody's cards are worth, and what each makes of
// the round. One pile is shown at a time. The rest of the form is that of every board.

import { ask, unanswered } from "./asks.js";
import { boxes, checked, circumstances, markTaken, markWhole, number, pile, scoringOf } from "./board_fields.js";
import { keepFitting, reckoning, writeLines } from "./live_line.js";
import { either, ids, meet, NONE, ofMonth, size, without } from "./scorer/cards.js";
import { cardPoints, score } from "./scorer/evaluate.js";
import { fill } from "./sentences.js";

const WILLOWS = ofMonth(11);

const whose = (form) => Number(form.querySelector('[name="whose"]:checked')?.value ?? 0);
const sizeOf = ({ cards, chaff }) => size(cards) + chaff;
const signed = (points) => (points < 0 ? `−${-points}` : String(points));

start();
document.addEventListener("page-replaced", start);

function start() {
  document.querySelectorAll('[data-board="captured"]').forEach(board);
}

function board(form) {
  const { plan, words } = scoringOf(form);
  const refresh = ({ target } = {}) => {
    markTaken(form, words, target, (seat) => seat === whose(form));
    markWhole(form, target);
    show(form, plan, words);
  };
  form.addEventListener("input", refresh);
  for (const button of form.querySelectorAll('[name="rest"]')) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      takeRest(form, plan, words, Number(button.value));
      button.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  keepFitting(form.querySelector("[data-live]"));
  refresh();
}

function show(form, plan, words) {
  const seat = whose(form);
  const piles = (words.players ?? [null]).map((_, one) => pile(form, plan, one)); // or one player's alone
  const at = circumstances(form, words, seat);
  const scores = piles.map((held) => score(plan, held, at));
  const cards = piles.map((held) => cardPoints(plan, held));
  const [held, mine] = [piles[seat], scores[seat]];
  const made = resultOf(piles, cards, scores, words);
  mark(form, seat, mine.lines.flatMap((line) => ids(plan, line.cards)));
  ask(form, words, seat, sizeOf(held) ? unanswered(form, plan, words, seat, held, at) : []);
  const line = mine.lines.length ? reckoning(mine, words) : [sizeOf(held) ? words.says.none : words.says.tap, ""];
  const more = words.players ? left(plan, piles, made, words) : [fill(words.says.cards, { points: cards[0] })];
  const said = [words.counting.par && fill(words.says.par, words.counting), ...more].filter(Boolean);
  const hint = said.reduce((one, other) => (one ? fill(words.says.dotted, { one, other }) : other), "");
  writeLines(form.querySelector("[data-live]"), line, made.why, hint);
  ofAll(form, piles, cards, made, words);
}

/** What everybody makes: {sums: by seat, null while somebody has no cards; why: nobody scores, or yaku do not count}. */
function resultOf(piles, cards, scores, { counting, players, says }) {
  if (!players || !piles.every(sizeOf)) return { sums: null, why: "" };
  const poor = counting.void_at === null ? -1 : cards.findIndex((points) => points <= counting.void_at);
  if (poor >= 0) return { sums: cards.map(() => 0), why: fill(says.void, { player: players[poor], points: cards[poor] }) };
  const owner = counting.ameshima === "nothing" ? -1 : piles.findIndex((held) => !meet(without(WILLOWS, held.cards), WILLOWS));
  const keeps = (seat) => owner < 0 || (seat === owner && counting.ameshima === "cancels_others");
  const yaku = scores.map(({ points }, seat) => (keeps(seat) ? points : 0));
  const all = yaku.reduce((sum, points) => sum + points, 0);
  const paid = (own) => ({
    own,
    each_pays: own * (players.length - 1) - (all - own),
    others_lose: own - all,
  })[counting.yaku];
  return {
    sums: cards.map((points, seat) => points - counting.par + paid(yaku[seat])),
    why: owner < 0 ? "" : fill(says.willows, { player: players[owner] }),
  };
}

/** How much of the deck is still to be entered, and what the round lacks to nothing once everybody has cards. */
function left(plan, piles, { sums }, { counting, gone, says }) {
  const n = plan.deck.length - gone.length - piles.reduce((all, held) => all + sizeOf(held), 0);
  const sum = sums?.reduce((all, points) => all + points, 0);
  const lacks = counting.par && n > 0 && sum && fill(says.sum, { sum: signed(sum) });
  return n < 0 ? [says.twice] : [n > 0 && fill(says.missing, { n }), lacks];
}

/** The column of each player; who alone has nothing yet may have the rest. */
function ofAll(form, piles, cards, { sums }, { counting, says }) {
  const isLast = piles.filter(sizeOf).length === piles.length - 1;
  form.querySelectorAll(".of-all [data-seat]").forEach((column, seat) => {
    const isEmpty = !sizeOf(piles[seat]);
    write(column.querySelector("b"), sums ? (counting.par && sums[seat] > 0 ? "+" : "") + signed(sums[seat]) : "");
    write(column.querySelector("small"), isEmpty ? "" : fill(says.cards, { points: cards[seat] }));
    column.querySelector("button").hidden = !isEmpty || !isLast;
  });
}

function write(element, words) {
  if (element.textContent !== String(words)) element.textContent = words;
}

/** Marks the cards that make a yaku. */
function mark(form, seat, made) {
  for (const box of boxes(form, seat)) box.parentElement.classList.toggle("makes", made.includes(box.value));
}

/** Gives a pile all cards that no other has. Chaff that may be among that which others only counted is not named. */
function takeRest(form, plan, { gone, players, unsaid }, seat) {
  const others = [...players.keys()].filter((other) => other !== seat);
  const piles = others.map((other) => pile(form, plan, other));
  const held = new Set([...gone, ...ids(plan, piles.map(({ cards }) => cards).reduce(either, NONE))]);
  const counted = piles.reduce((sum, { chaff }) => sum + chaff, 0);
  const left = plan.deck.filter((id) => !held.has(id));
  const said = checked(form, '[name="no"]');
  const isNowhereElse = (id) => {
    const month = id.slice(0, 2);
    const settles = (other, index) => said.includes(`${other}.cards.${Number(month)}`) ||
      ids(plan, piles[index].cards).some((card) => card.startsWith(month) && unsaid.chaff.includes(card));
    return unsaid.chaff.includes(id) && others.every(settles);
  };
  const isNamed = form.querySelector(".months") && !counted ? () => true : (id) => id[2] !== "C" || isNowhereElse(id);
  const named = left.filter(isNamed);
  for (const box of boxes(form, seat)) [box.disabled, box.checked] = [false, named.includes(box.value)];
  const chaff = form.elements[`chaff-${seat}`];
  if (chaff) chaff.value = Math.max(left.filter((id) => id[2] === "C").length - counted, 0);
  form.querySelector(`[name="whose"][value="${seat}"]`).checked = true;
}
