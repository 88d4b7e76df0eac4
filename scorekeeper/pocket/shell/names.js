// What belongs to this site on an origin that may have several: its channel, its lock, its folder and its caches.

export const ROOT = new URL("./", location);
export const NAME = `koi-koi ${ROOT.pathname}`;

/** Whether some tab runs the app. */
export async function isOwned() {
  const { held } = await navigator.locks.query();
  return held.some(({ name }) => name === NAME);
}
