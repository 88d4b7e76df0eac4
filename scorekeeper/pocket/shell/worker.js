// Runs the app: one worker of all tabs at a time, which has the lock. It answers what the service worker passes on, and what
// was sent is answered only once the installation is in the browser's storage.

import { NAME, ROOT } from "./names.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { openSlots } from "./slots.js";

const tell = (state, error) => postMessage({ state, error: error && String(error) });

navigator.locks
  .request(NAME, { ifAvailable: true }, (lock) => lock && own())
  .then(() => {
    tell("elsewhere"); // another tab answers; if it is closed, this one goes on
    return navigator.locks.request(NAME, own);
  });

/** Runs the app as long as this worker lives. */
async function own() {
  try {
    await answerFrom(await load());
    tell("ready");
  } catch (error) {
    tell(error?.name === "SecurityError" || !("FileSystemSyncAccessHandle" in self) ? "unable" : "failed", error);
  }
  await new Promise(() => {});
}

async function load() {
  const slots = await openSlots();
  tell("python");
  const app = fetch(new URL("app.zip", ROOT)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href, env: { HOME: "/installation" } });
  tell("app");
  python.unpackArchive(await app, "zip", { extractDir: "/app" });
  const kept = await slots.read();
  if (kept) python.FS.writeFile("/kept.zip", kept);
  const answers = python.runPython(`
import sys
sys.path.insert(0, "/app")
from scorekeeper.pocket.start import started
started
`)(new URL("app", ROOT).href);
  return { answers, slots };
}

async function answerFrom({ answers, slots }) {
  const channel = new BroadcastChannel(NAME);
  let turn = slots.write(content(answers.snapshot())); // one request after the other
  await turn;
  channel.addEventListener("message", ({ data }) => {
    if (data.ask) turn = turn.then(() => answer(data)).catch(stop);
  });
  channel.postMessage({ ready: true });

  async function answer({ ask, method, url, headers, body }) {
    const answered = answers.answer_sent(method, url, headers, new Uint8Array(body));
    const { status, changed } = answered;
    const sent = { answer: ask, status, headers: answered.headers.toJs(), body: content(answered.body) };
    answered.destroy();
    if (changed) await slots.write(content(answers.snapshot()));
    channel.postMessage(sent);
  }

  /** What is in memory may be ahead of the storage: nothing more is answered from it. */
  function stop(error) {
    channel.close();
    tell(error?.name === "QuotaExceededError" ? "full" : "failed", error);
  }
}

/** The bytes of a Python object, as a copy of their own. */
function content(bytes) {
  const buffer = bytes.getBuffer("u8");
  try {
    return buffer.data.slice();
  } finally {
    buffer.release();
    bytes.destroy();
  }
}
