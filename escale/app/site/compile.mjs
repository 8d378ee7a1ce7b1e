// Runs Pyodide in Node to compile what Pyodide is going to import: node compile.mjs WORK HERE GAME ...
// WORK has Pyodide's files and sources.zip, and gets library.zip and rest.zip (runtime.py calls this).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [work, here, ...games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(work, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: work,
  env: { HOME: "/home/web_user", PYTHONHASHSEED: "0" },
});
const text = (name) => readFileSync(join(here, name), "utf-8");
pyodide.FS.writeFile("/sources.zip", readFileSync(join(work, "sources.zip")));
pyodide.FS.mkdir("/tools");
for (const name of ["compiling.py", "rehearsal.py"]) pyodide.FS.writeFile(`/tools/${name}`, text(name));
pyodide.globals.set("asked", JSON.stringify(games));
try {
  pyodide.runPython("import sys; sys.path.insert(0, '/tools'); import compiling; compiling.main(asked)");
} catch (error) {
  // Node would first print the line that threw, which is all of Pyodide: more than a pipe takes
  console.error(error.message);
  process.exit(1);
}
for (const name of ["library.zip", "rest.zip"]) writeFileSync(join(work, name), pyodide.FS.readFile(`/${name}`));
