// As isolated in sentences.py: what runs from right to left, unless it is isolated already.
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/g;

/** What somebody typed, to stand beside other text: what runs from right to left would take its neighbours along. */
export function isolated(text) {
  return LEFTWARD.test(String(text).replace(ISOLATED, "")) ? `\u2068${text}\u2069` : text;
}

/** A sentence from the server with its {names} filled. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));
}
