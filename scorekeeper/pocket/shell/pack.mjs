// Runs pack.py, beside this file, in the Python that the browser will run: node pack.mjs FOLDER

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
// the same order of sets each time; of each instruction its line, but not its columns, which are a third of the whole
const env = { HOME: "/", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: `${folder}/pyodide/`, env });
python.FS.mkdir("/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/site");
python.runPython(readFileSync(`${folder}/app/scorekeeper/pocket/pack.py`, "utf8"));
try {
  python.runPython("pack(Path('/site'))");
} catch (error) {
  console.error(error.message); // not the source around it, which is all of Pyodide in a line
  process.exit(1);
}
