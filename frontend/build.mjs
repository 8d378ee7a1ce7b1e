/**
 * Makes the bundles that the wheel carries: one for tables, lessons and notebook pages, one for practice and map
 * (with ts-fsrs, and its licence beside it), one for plain pages, one for the page of a class, one for that of a check,
 * one for the worker in which Python runs where there is no server, one for `escale serve --reload`.
 * `node build.mjs DIR` writes them elsewhere, for the test that the committed ones are fresh.
 */
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [root = join(here, "..", "escale")] = process.argv.slice(2);
if (root.startsWith("-")) {
  throw new Error(`build.mjs takes a folder, not ${root}`);
}
const bundles = {
  "main.js": "widgets/static/escale.js",
  "practice_main.js": "widgets/static/practice.js",
  "site.js": "app/static/site.js",
  "class.js": "app/static/class.js",
  "check_page.js": "app/static/check.js",
  "worker.js": "app/static/worker.js",
  "reload.js": "app/static/reload.js",
};

for (const [entry, file] of Object.entries(bundles)) {
  await build({
    entryPoints: [join(here, "src", entry)],
    outfile: join(root, file),
    bundle: true,
    absWorkingDir: here,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minifyWhitespace: true,
    minifySyntax: true, // names stay: whoever looks into a page can read what it does
    legalComments: "none",
    banner: { js: "// Made from frontend/src by `make bundle`: change it there." },
    logLevel: "warning",
  });
}

const licence = "widgets/static/practice.LICENSE.txt";
await copyFile(join(here, "node_modules", "ts-fsrs", "LICENSE"), join(root, licence));
