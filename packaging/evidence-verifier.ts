import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/*
 * `npm run verifier` writes the programs inside of evidence packages into a module, since the dashboard's build has no files to
 * read. `--check` fails where the module is out of date.
 */

const FOLDER = join(import.meta.dirname, "..", "lib/server/evidence/package");
const TARGET = join(FOLDER, "verifier", "sources.ts");

const source = (name: string): string => readFileSync(join(FOLDER, "verifier", name), "utf8");

/** Modules as one text: without imports of each other, and without exports. */
const joined = (...names: string[]): string =>
  names
    .map((name) =>
      source(name)
        .replace(/^\/\/ @ts-check\n/, "")
        .replace(/^import [^;]*? from "\.[^"]*";\n/gm, "")
        .replace(/^export /gm, "")
        .trim(),
    )
    .join("\n\n");

const script = `\n${joined("verify.js", "render.js", "page-data.js", "page-check.js")}\n`;
if (/<\/script|<!--/i.test(script)) throw new Error("the script of the page would end early");
const style = `\n${source("page.css")}`;
const command = [
  "// Cotejo: checks an evidence package. node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]",
  ...(source("command.js").match(/^import .* from "node:.*";$/gm) ?? []),
  `const PAGE_SCRIPT = ${JSON.stringify(script)};`,
  `const PAGE_STYLE = ${JSON.stringify(style)};`,
  joined("verify.js", "render.js", "page-data.js", "page-html.js", "command.js").replace(/^import .*;\n/gm, ""),
  "",
].join("\n");

const literal = (text: string): string => `\`${text.replaceAll(/[\\`]|\$\{/g, (special) => `\\${special}`)}\``;

const module = `// Written by \`npm run verifier\` from the modules of this folder.

/** The script of a package's page. */
export const PAGE_SCRIPT = ${literal(script)};

export const PAGE_STYLE = ${literal(style)};

/** \`verify-evidence.mjs\`. */
export const COMMAND = ${literal(command)};
`;

if (!process.argv.includes("--check")) writeFileSync(TARGET, module);
else if (readFileSync(TARGET, "utf8") !== module) {
  process.stderr.write("lib/server/evidence/package/verifier/sources.ts is out of date: npm run verifier\n");
  process.exitCode = 1;
}
