import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "#lib/launch/postgres/postgres.ts";
import { VERSION } from "#lib/server/base/version.ts";
import type { Options } from "./options.ts";
import { linkPackages, previousRelease, ROOT, type Sources } from "./releases.ts";
import { upgradeUnderLoad } from "./upgrade-under-load.ts";

const CACHE = join(ROOT, ".cache");

/** The previous release is upgraded to the version at hand, dashboard included, while deliveries and people go on. */
export async function drillUpgrade({ perSecond, seconds }: Options, stack: AsyncDisposableStack): Promise<string[]> {
  mkdirSync(CACHE, { recursive: true });
  // Not in the system's folder for temporary files: where that is memory, nothing would wait for a disk.
  const dataDir = mkdtempSync(join(CACHE, "drill-"));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const from = previousRelease();
  const to = { version: VERSION, root: ROOT };
  linkPackages(from);
  for (const sources of [from, to]) buildDashboard(sources, join(dataDir, "build"));
  const postgres = await startPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  const { databaseUrl } = postgres;
  const upgraded = await upgradeUnderLoad(
    {
      databaseUrl,
      from,
      to,
      perSecond,
      perStep: perSecond * seconds,
      dashboards: true,
      say: (line) => console.log(line),
    },
    stack,
  );
  console.log(`migrations applied: ${upgraded.applied.join(", ") || "none"}`);
  for (const line of upgraded.answers) console.log(line);
  return upgraded.problems;
}

/** Builds the dashboard of a version, in its own folder. */
export function buildDashboard({ version, root }: Sources, dataDir: string): void {
  console.log(`building the dashboard of ${version}`);
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "lib", "launch", "main.ts"), "build"], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the dashboard of ${version} can't be built:\n${stdout}${stderr}`);
}
