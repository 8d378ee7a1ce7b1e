// Runs Python as a page's worker does, without a browser: node play.mjs RUNTIME PYODIDE REHEARSAL CODE
// Prints what CODE leaves in `result`, as JSON, and how often the second archive was fetched.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, pyodide, rehearsal, code] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(runtime, pyodide, name)).href);
const [{ loadPyodide }, { default: createPyodideModule }] = [await load("pyodide.js"), await load("pyodide.asm.js")];
const python = await loadPyodide({
  createPyodideModule,
  indexURL: join(runtime, pyodide),
  stdLibURL: join(runtime, "library.zip"),
});
let fetched = 0;
const page = {
  post() {},
  wait() {},
  keep() {},
  rest() {
    fetched += 1;
    return new Uint8Array(readFileSync(join(runtime, "rest.zip")));
  },
};
python.pyimport("escale.widgets.worker_start").start(page);
python.FS.mkdir("/tools");
python.FS.writeFile("/tools/rehearsal.py", readFileSync(rehearsal, "utf-8"));
python.runPython("import sys; sys.path.append('/tools')");
python.runPython(code);
console.log(JSON.stringify({ result: JSON.parse(python.globals.get("result") ?? "null"), fetched }));
