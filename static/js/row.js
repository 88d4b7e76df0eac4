/** A row of a list of matches that leads to an address. */
export function row(address, name) {
  const [line, link, words] = ["li", "a", "span"].map((tag) => document.createElement(tag));
  link.href = address;
  words.className = "names";
  words.textContent = name;
  link.append(words);
  line.append(link);
  return line;
}
