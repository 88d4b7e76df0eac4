// Copies a text, wherever the page comes from.

/** Copy a text, or one that is still on its way; call it in the click, after which WebKit allows it no more. Over
 *  plain HTTP the text is marked in a field, the only way there, so there it has to be at hand. Returns whether it
 *  was copied. */
export async function copied(text) {
  try {
    if (!navigator.clipboard) return marked(typeof text === "string" ? text : await text);
    if (!window.ClipboardItem) await navigator.clipboard.writeText(await text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain(text) })]);
    return true;
  } catch {
    return false;
  }
}

const plain = async (text) => new Blob([await text], { type: "text/plain" });

function marked(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}
