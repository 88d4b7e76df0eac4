// Where this app begins, such as "/". Apps beside it on the same computer share what the browser keeps,
// so each has names of its own for it; those of the first page's app are bare.

/** The address under which all pages of this app are. */
export const ROOT = document.documentElement.dataset.root ?? "/";

/** The name under which this app keeps something in the browser. */
export const ownName = (name) => (ROOT === "/" ? name : `${ROOT} ${name}`);

/** An address of this app, from its path such as "matches/new". */
export const inApp = (path) => new URL(ROOT + path, location.href).href;

/** The path of an address within this app, such as "/matches/new". */
export const within = (pathname) => pathname.slice(ROOT.length - 1);
