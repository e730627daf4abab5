import { readFileSync } from "node:fs";
import { join } from "node:path";

/** By the working directory of dashboard and worker: the build of the dashboard has no files that are read at run time. */
const FOLDER = join(process.cwd(), "lib/records/server/evidence/package/verifier");

let cached: ReturnType<typeof read> | undefined;

/** The programs inside of packages, joined from the modules in `verifier/`, and read once. */
export function programs() {
  cached ??= read();
  return cached;
}

/** The script and the style of a package's page, and `verify-evidence.mjs`. */
function read() {
  const script = `\n${joined("verify.js", "render.js", "page-data.js", "page-check.js")}\n`;
  if (/<\/script|<!--/i.test(script)) throw new Error("the script of the page would end early");
  const style = `\n${source("page.css")}`;
  const modules = joined("verify.js", "render.js", "page-data.js", "page-html.js", "command.js");
  const command = [
    "// Cotejo: checks an evidence package. node verify-evidence.mjs DIR|PAGE.html [--head FILE [--consistency FILE]]",
    ...(source("command.js").match(/^import .* from "node:.*";$/gm) ?? []),
    modules
      .replace(/^import .*;\n/gm, "")
      .replace('"PAGE_SCRIPT"', () => JSON.stringify(script))
      .replace('"PAGE_STYLE"', () => JSON.stringify(style)),
    "",
  ].join("\n");
  return { script, style, command };
}

const source = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

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
