import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#test/free-ports.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Below the project, since Next looks for its packages upwards, and not among them, since it treats those otherwise. */
const FOLDER = join(ROOT, ".data", "bench-floor");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");

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
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "app"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), text);
  const run = (...args: string[]) =>
    spawn(process.execPath, [NEXT, ...args], { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(run("build"), "exit");
  if (code !== 0) throw new Error(`building the floor ended with ${code}`);
  const port = await freePort();
  const server = run("start", "--port", String(port), "--hostname", "127.0.0.1");
  stack.defer(async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
    rmSync(FOLDER, { recursive: true, force: true });
  });
  const origin = `http://127.0.0.1:${port}/`;
  for (;;) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return origin;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
