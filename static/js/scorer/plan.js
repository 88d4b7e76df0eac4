// The plan of a rule set as web/rounds/live_line.py writes it into a page, complete. What comes from Python keeps its name there,
// such as row.after_koi and at.field_months.

import { both, CARDS, either, NONE, size } from "./cards.js";

/** What live_line.py leaves out of a row. Whatever else may be absent is false or off. */
const ROW = {
  needs: [], wild: NONE, twice: NONE, kind: NONE, size: 0, points: 0, extra: 0, ruined_by: NONE, ruined_in: [],
  replaces: [], excluded_by: [], rivals: [],
};

/** The plan in some JSON. */
export function readPlan(json) {
  const { deck: ids, readings, ...rest } = JSON.parse(json);
  const deck = ids.split(" ");
  const alone = new Map(deck.map((id, place) => [id, CARDS[place]]));
  const whole = readings.map((rows) => rows.map((row) => withRarest({ ...ROW, ...row })));
  const needy = new Set(whole[0].filter((row) => row.requires_other).map(({ id }) => id));
  return { ...rest, deck, alone, readings: whole, needy };
}

/** A row with all cards that its needs name, the rarest of these needs, that of most cards, and `any` card that bears
 *  on it. */
function withRarest(row) {
  const core = row.needs.map(([among]) => among).reduce(either, NONE);
  const [among, least] = row.needs.reduce((rarest, need) => (need[1] > rarest[1] ? need : rarest));
  const any = [row.kind, row.ruined_by].reduce(either, core);
  return { ...row, core, any, rarest: { among, least: least - size(row.twice) } }; // the sake cup may stand for two
}

/** How many cards a set counts as for a yaku. */
export const countOf = ({ twice }, cards) => size(cards) + size(both(cards, twice));

/** Whether chaff that nobody named counts for the need of these cards. */
export const countsChaffIn = ({ counted, kind }, among) => counted && among[0] === kind[0] && among[1] === kind[1];
