// Where this app begins, such as "/" or "/koi/", and what is its own in the browser: apps of other installations may be
// at the same origin, and share what it keeps. And what comes from the app: in its place may answer a network that wants a
// login first, or a server in front of it.

/** The address under which all pages of this app are. */
export const ROOT = document.documentElement.dataset.root;

/** The name under which this app keeps something in the browser. */
export const ownName = (name) => `${name} ${document.documentElement.dataset.installation}`;

/** An address of this app, from its path such as "matches/new". */
export const inApp = (path) => new URL(ROOT + path, location.href).href;

/** The path of an address within this app, such as "/matches/new". */
export const within = (pathname) => pathname.slice(ROOT.length - 1);

const MARK = "Koi-Koi"; // the header of every answer of the app (security.py)

/** Fetches from the app. Throws without a connection, and where the answer is somebody else's. Nor does such an answer
 *  count that the browser has cached. */
export async function askApp(address, options) {
  const answer = await fetch(address, { cache: "no-cache", ...options });
  if (!answer.headers.has(MARK)) throw new TypeError(`${address} was not answered by the app`);
  return answer;
}
