/**
 * Makes the bundles that the wheel carries: one for widgets and notebook pages, one for plain pages.
 * `node build.mjs DIR` writes them elsewhere, for the test that the committed ones are fresh.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = process.argv[2] ?? join(here, "..", "escale");
const bundles = { "main.js": "widgets/static/escale.js", "site.js": "app/static/site.js" };

for (const [entry, file] of Object.entries(bundles)) {
  await build({
    entryPoints: [join(here, "src", entry)],
    outfile: join(root, file),
    bundle: true,
    absWorkingDir: here,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: "// Made from frontend/src by `make bundle`: change it there." },
    logLevel: "warning",
  });
}
