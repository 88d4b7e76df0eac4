// Runs the app: one worker of all tabs at a time, which has the lock. It answers what the service worker passes on, and what
// was sent is answered only once the installation is in the browser's storage.

import { NAME, ROOT } from "./names.js";
import { openSlots } from "./slots.js";

const tell = (state, error) => postMessage({ state, error: error && String(error) });

navigator.locks
  .request(NAME, { ifAvailable: true }, (lock) => lock && own())
  .then(() => {
    tell("elsewhere"); // another tab answers; if it is closed, this one goes on
    return navigator.locks.request(NAME, own);
  })
  .catch((error) => tell("unable", error));

/** Runs the app as long as this worker lives. */
async function own() {
  try {
    await answerFrom(await load());
    tell("ready");
  } catch (error) {
    end(reason(error), error);
  }
  await new Promise(() => {});
}

/** The name of the text that says why the app does not run. */
function reason({ name }) {
  if (!("FileSystemSyncAccessHandle" in self)) return "unable";
  return { SecurityError: "unable", QuotaExceededError: "full", DataError: "damaged" }[name] ?? "failed";
}

/** Says why the app has stopped, and makes way for another tab. */
function end(says, error) {
  tell(says, error);
  setTimeout(() => self.close(), 100); // what was said goes out before
}

async function load() {
  const slots = await openSlots();
  tell("python");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const app = fetch(new URL("app.zip.zst", ROOT)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href, env: { HOME: "/installation" } });
  tell("app");
  python.FS.writeFile("/app.zip.zst", new Uint8Array(await app));
  const kept = await slots.read();
  if (kept) python.FS.writeFile("/kept.zip", kept);
  const answers = python.runPython(`
import sys
from compression import zstd
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile
with ZipFile(BytesIO(zstd.decompress(Path("/app.zip.zst").read_bytes()))) as archive:
    archive.extractall("/app")
sys.path.insert(0, "/app")
from scorekeeper.pocket.app import started
started
`)(new URL("app", ROOT).href);
  return { answers, slots, isNew: !kept };
}

async function answerFrom({ answers, slots, isNew }) {
  const channel = new BroadcastChannel(NAME);
  const seen = new Set(); // a request may be passed on again
  let stopped = false;
  let turn = isNew || answers.is_converted ? slots.write(content(answers.snapshot())) : Promise.resolve(); // one request after the other
  await turn;
  channel.addEventListener("message", ({ data }) => {
    if (!data.ask || seen.has(data.ask)) return;
    seen.add(data.ask);
    turn = turn.then(() => stopped || answer(data)).catch((error) => stop(data.ask, error));
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

  /** What is in memory may be ahead of the storage: nothing more is answered from it, the next tab answers what waits. */
  function stop(ask, error) {
    stopped = true;
    const says = reason(error);
    channel.postMessage({ answer: ask, status: 507, says }); // or it would be asked again there
    end(says, error);
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
