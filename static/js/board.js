// The board while it is being filled: number steppers, whole months, what others hold, the live line.
// The form works without this; here it only gets quicker.

import { stayAwake } from "./awake.js";
import { keepDraft } from "./draft.js";
import { catchUp, offerNext } from "./next_round.js";
import { sendInstead } from "./outbox.js";
import { steppers } from "./steppers.js";
import { cards, ids, nextCards, readPlan, score } from "./scoring.js";

const bringToLife = () => document.querySelectorAll("[data-board]").forEach(board);
bringToLife();
document.addEventListener("page-replaced", bringToLife);

function board(form) {
  if (!("single" in form.dataset)) catchUp(form);
  const plan = readPlan(form.querySelector("[data-plan]").textContent);
  const words = JSON.parse(form.querySelector("[data-words]").textContent);
  const refresh = (event) => {
    markTaken(form, words);
    markWhole(form, event?.target);
    speak(form, plan, words);
  };
  let seat = null;
  form.addEventListener("input", ({ target }) => {
    if (target.name === "result") seat = handOver(form, seat, winner(form));
    if (target.name?.startsWith("whole-")) takeMonth(form, target);
  });
  keepDraft(form); // behind the listener above: what it does is kept too
  seat = winner(form);
  steppers(form);
  form.addEventListener("change", (event) => {
    navigator.vibrate?.(8);
    if (event.target.matches("[data-reload]")) form.requestSubmit();
  });
  form.addEventListener("input", refresh);
  oneSaveOnly(form);
  if (!("single" in form.dataset)) {
    stayAwake();
    sendInstead(form);
    offerNext(form);
  }
  refresh();
}

/** The seat whose cards decide the round: who stopped, or the only one. */
function winner(form) {
  if ("single" in form.dataset) return 0;
  const chosen = form.elements.result.value;
  return /^\d$/.test(chosen) ? Number(chosen) : null;
}

function boxes(form, seat) {
  return [...form.querySelectorAll(`[name="cards-${seat}"]`)];
}

function number(form, name) {
  return Number(form.elements[name]?.value || 0) || 0;
}

/** The cards ticked for a seat, and how many chaff cards were counted beside the named ones. */
function pile(form, plan, seat) {
  const ticked = new Set(boxes(form, seat).filter((box) => box.checked).map((box) => box.value));
  for (const box of form.querySelectorAll(`[name="whole-${seat}"]:checked`)) {
    for (const id of ofMonth(plan, Number(box.value))) ticked.add(id);
  }
  const named = [...ticked].filter((id) => id[2] === "C").length;
  return { cards: cards(plan, ticked), chaff: Math.max(number(form, `chaff-${seat}`) - named, 0) };
}

function ofMonth(plan, month) {
  return plan.deck.filter((id) => Number(id.slice(0, 2)) === month);
}

/** What the players said beside the cards. */
function circumstances(form, words, seat) {
  const calls = [0, 1, 2].map((one) => number(form, `calls-${one}`));
  const own = calls[seat];
  const chosen = form.elements.brights;
  return {
    own,
    others: calls.reduce((sum, one) => sum + one, 0) - own,
    round: words.round ?? (number(form, "round") || null),
    dealt_brights: chosen ? Number(chosen.value || 0) : null,
    field_months: [...form.querySelectorAll('[name="months"]:checked')].map((box) => Number(box.value)),
  };
}

/** The other player stopped after all: the cards tapped so far are theirs. Gives the new winner's seat. */
function handOver(form, from, to) {
  const mine = from === null ? [] : boxes(form, from).filter((box) => box.checked);
  const shown = form.elements[`show-${from}`]?.checked;
  if (to === null || to === from || shown || boxes(form, to).some((box) => box.checked)) return to ?? from;
  for (const box of mine) {
    const theirs = form.querySelector(`[name="cards-${to}"][value="${box.value}"]`);
    [box.checked, box.disabled, theirs.disabled, theirs.checked] = [false, false, false, true];
  }
  for (const box of form.querySelectorAll(`[name="whole-${from}"]:checked`)) {
    box.checked = false;
    form.querySelector(`[name="whole-${to}"][value="${box.value}"]`).checked = true;
  }
  const [old, now] = [form.elements[`chaff-${from}`], form.elements[`chaff-${to}`]];
  if (old && now && now.value === "0") [old.value, now.value] = ["0", old.value];
  return to;
}

/** A whole month was ticked or unticked: so are its cards, where they are on the page. */
function takeMonth(form, box) {
  const seat = box.name.slice("whole-".length);
  const month = box.value.padStart(2, "0");
  for (const one of boxes(form, seat)) {
    if (one.value.startsWith(month) && !one.disabled) one.checked = box.checked;
  }
}

/** A month counts as whole while all its cards on the page are ticked. */
function markWhole(form, touched) {
  const only = touched?.name.startsWith("cards-") ? `[value="${Number(touched.value.slice(0, 2))}"]` : "";
  for (const box of form.querySelectorAll(`.all [name^="whole-"]${only}`)) {
    const seat = box.name.slice("whole-".length);
    const month = box.value.padStart(2, "0");
    box.checked = boxes(form, seat).filter((one) => one.value.startsWith(month)).every((one) => one.checked);
  }
}

/** Cards in one pile cannot lie in another. */
function markTaken(form, words) {
  if (!words.players) return;
  const holders = new Map();
  for (const seat of words.players.keys()) {
    for (const box of boxes(form, seat)) if (box.checked) holders.set(box.value, seat);
  }
  for (const seat of words.players.keys()) {
    for (const box of boxes(form, seat)) {
      const holder = holders.get(box.value);
      const taken = holder !== undefined && holder !== seat;
      if (taken !== box.disabled) label(box, taken ? words.players[holder] : null, words);
    }
  }
}

function label(box, holder, words) {
  box.disabled = holder !== null;
  box.parentElement.querySelector(".taken")?.remove();
  if (holder === null) return;
  const note = document.createElement("span");
  note.className = "taken";
  note.append(text(holder, "", true), text(`, ${fill(words.says.taken, { player: holder })}`, "visually-hidden"));
  box.parentElement.append(note);
}

/** Some words, for the eye alone (`hidden` from readers of screens) or, by a class, for the ear alone. */
function text(words, kind, hidden = false) {
  const span = document.createElement("span");
  span.textContent = words;
  span.className = kind;
  if (hidden) span.setAttribute("aria-hidden", "true");
  return span;
}

/** The live line: yaku, factors, payment; and what one more card would bring. */
function speak(form, plan, words) {
  const live = form.querySelector("[data-live]");
  const seat = winner(form);
  const held = seat === null ? null : pile(form, plan, seat);
  if (!held || (!held.chaff && !ids(plan, held.cards).length)) {
    mark(form, seat, [], []);
    return say(live, held ? words.says.tap : form.elements.result.value === "nobody" ? exhausted(form, words) : "");
  }
  const at = circumstances(form, words, seat);
  const found = score(plan, held, at);
  const made = found.lines.flatMap((line) => ids(plan, line.cards));
  const taken = boxes(form, seat).filter((box) => box.disabled).map((box) => box.value);
  const [next] = nextCards(plan, held, at, { gone: cards(plan, [...words.gone, ...taken]), few: 1 });
  const line = found.lines.length ? reckoning(found, words) : words.says.none;
  mark(form, seat, made, next?.cards ?? []);
  say(live, line, payment(found, seat, words), hint(plan, held, next, words));
}

/** What a round pays that nobody stopped. */
function exhausted(form, words) {
  const called = words.players.some((_, seat) => number(form, `calls-${seat}`));
  return fill(words.says.nobody, { result: called ? words.exhausted.held : words.exhausted.none });
}

/** Marks the cards that make a yaku, and those one of which would make more; touches only what changes. */
function mark(form, seat, made, near) {
  for (const box of form.querySelectorAll('.card [name^="cards-"]')) {
    const counts = box.name === `cards-${seat}`;
    box.parentElement.classList.toggle("makes", counts && made.includes(box.value));
    box.parentElement.classList.toggle("near", counts && near.includes(box.value));
  }
}

/** A slip of the finger, or else what one more card would bring. */
function hint(plan, held, next, words) {
  const odd = words.wild ? null : oddMonth(held, plan);
  if (odd) return fill(words.says.odd, { month: words.months[odd - 1] });
  if (!next) return "";
  const names = [...next.kinds.map((kind) => words.kinds[kind]), ...next.cards.map((id) => words.cards[id])];
  const [first, ...others] = next.lines;
  const yaku = others.length ? `+${next.gain}` : `${words.yaku[first.yaku]} ${first.points}`;
  return fill(next.kinds.length ? words.says.more : words.says.with, { card: names.slice(0, 2).join(" / "), yaku });
}

/** A month of which an odd number is held, when every card seems to be named; probably a slip. */
function oddMonth({ cards: held, chaff }, plan) {
  const named = ids(plan, held);
  if (chaff || !named.some((id) => id[2] === "C")) return null;
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].find((month) => named.filter((id) => Number(id.slice(0, 2)) === month).length % 2);
}

function say(live, sentence, result = "", near = "") {
  const spans = [["", sentence], ["b", result], ["near", near]].filter(([, text]) => text);
  live.replaceChildren(
    ...spans.map(([kind, text]) => {
      const span = document.createElement(kind === "b" ? "b" : "span");
      if (kind === "near") span.className = "hint";
      span.textContent = text;
      return span;
    }),
  );
}

/** "Red poetry ribbons 5 + Ribbons 2 = 7 × 2 = 14". */
function reckoning(found, words) {
  const lines = found.lines.map((line) => `${words.yaku[line.yaku]} ${line.points}`).join(" + ");
  const base = found.lines.length > 1 ? ` = ${found.base}` : "";
  const factor = found.multiplier === 1 ? "" : `, × ${found.multiplier}`;
  const added = found.added ? ` + ${found.added}` : "";
  return lines + base + (factor || added ? `${factor}${added} = ${found.points}` : "");
}

function payment(found, seat, words) {
  if (!found.points) return "";
  if (!words.players) return fill(words.says.points, { points: found.points });
  const coins = found.points * words.coin;
  if (!words.transfer) return fill(words.says.gets, { player: words.players[seat], coins });
  return words.players
    .map((payer, other) => ({ payer, other, payee: words.players[seat] }))
    .filter(({ other }) => other !== seat)
    .map(({ payer, payee, other }) => {
      const paid = words.capped ? Math.min(coins, Math.max(words.balance[other], 0)) : coins;
      return fill(words.says.pays, { payer, payee, coins: paid });
    })
    .join(", ");
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A double tap on save is one save. */
function oneSaveOnly(form) {
  let last = -Infinity;
  form.addEventListener("submit", (event) => {
    const now = performance.now();
    if (now - last < 300) event.preventDefault();
    last = now;
  });
}
