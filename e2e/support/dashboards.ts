import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { buildFolder } from "#lib/dashboard/build.ts";
import { spawnProcess } from "#tools/test/real-processes.ts";
import type { Installation } from "./installation.ts";

/** Starts a further dashboard over the database of an installation, from its own build or from `build`. */
export async function startDashboard(
  { database, sandboxUrl }: Pick<Installation, "database" | "sandboxUrl">,
  port: number,
  build = "",
): Promise<() => Promise<number | null>> {
  if (!database) throw new Error("an embedded database serves its own installation");
  const origin = `http://localhost:${port}`;
  const dashboard = spawnProcess({
    args: ["lib/dashboard/main.ts"],
    env: {
      ...{ LOG_LEVEL: "warn", PORT: String(port), APP_ORIGIN: origin },
      ...{ DATABASE_URL: database.url, COTEJO_SECRET: database.secret },
      ...{ SVC_BASE_URL: sandboxUrl, COTEJO_SANDBOX: "1", COTEJO_BUILD: build },
    },
    url: `${origin}/api/health/live`,
  });
  await dashboard.ready();
  return () => dashboard.end();
}

/**
 * Copies the present build as if it were made of other sources: under another name, in all files that contain the name. A
 * real second build would take most of a minute.
 */
export function copyBuild(): { build: string; remove(): void } {
  const own = buildFolder(process.cwd());
  const name = basename(own);
  const other = [...name].reverse().join("");
  const build = own.replace(name, other);
  cpSync(own, build, {
    recursive: true,
    verbatimSymlinks: true,
    // No process that serves a build reads them.
    filter: (path) => extname(path) !== ".map",
  });
  for (const entry of readdirSync(build, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.includes(name)) writeFileSync(path, bytes.toString().replaceAll(name, other));
  }
  return { build, remove: () => rmSync(build, { recursive: true, force: true }) };
}
