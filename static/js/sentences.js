/** A sentence from the server with its {names} filled. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
