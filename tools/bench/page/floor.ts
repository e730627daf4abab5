import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNext, startNext } from "#tools/bench/targets/servers.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Below the project, since Next looks for its packages upwards; not in node_modules, which Next treats differently. */
const FOLDER = join(ROOT, ".data", "bench-floor");

const FILES = {
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(ROOT)} } };\n`,
  "app/layout.jsx": `export default ({ children }) => <html lang="es-MX"><body>{children}</body></html>;\n`,
  "app/page.jsx": `import { headers } from "next/headers";
export default async function Page() {
  await headers();
  return <h1>Nada</h1>;
}\n`,
};

/** The floor of a first load: a page of the same Next with one heading, rendered for each request. Built and started here. */
export async function startFloor(stack: AsyncDisposableStack): Promise<string> {
  const remove = () => rmSync(FOLDER, { recursive: true, force: true });
  remove();
  stack.defer(remove);
  mkdirSync(join(FOLDER, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), text);
  buildNext(FOLDER);
  const { port } = await startNext(FOLDER, {}, stack);
  return `http://127.0.0.1:${port}/`;
}
