// Where this app begins, such as "/" or "/koi/", and what is its own in the browser: apps of other installations may be
// at the same origin, and share what it keeps.

/** The address under which all pages of this app are. */
export const ROOT = document.documentElement.dataset.root;

/** The name under which this app keeps something in the browser. */
export const ownName = (name) => `${name} ${document.documentElement.dataset.installation}`;

/** An address of this app, from its path such as "matches/new". */
export const inApp = (path) => new URL(ROOT + path, location.href).href;

/** The path of an address within this app, such as "/matches/new". */
export const within = (pathname) => pathname.slice(ROOT.length - 1);

// The version before named what it kept here without the installation; a save that waits must not be lost.
try {
  for (const name of ROOT === "/" ? Object.keys(localStorage) : []) {
    const [, kind, rest = ""] = /^(outbox$|draft|switch)( \S+)?$/.exec(name) ?? [];
    if (!kind) continue;
    localStorage.setItem(ownName(kind) + rest, localStorage.getItem(name));
    localStorage.removeItem(name);
  }
} catch {
  // the browser keeps nothing for this page
}
