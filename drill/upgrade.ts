import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ownFolder, startServer } from "#bench/database.ts";
import { VERSION } from "#lib/server/base/version.ts";
import type { Options } from "./options.ts";
import { linkPackages, previousRelease, ROOT, type Sources } from "./releases.ts";
import { upgradeUnderLoad } from "./upgrade-under-load.ts";

/** The previous release is upgraded to the version at hand, dashboard included, while deliveries and people go on. */
export async function drillUpgrade({ perSecond, seconds }: Options, stack: AsyncDisposableStack): Promise<string[]> {
  const dataDir = ownFolder(stack);
  const from = previousRelease();
  const to = { version: VERSION, root: ROOT };
  linkPackages(from);
  for (const sources of [from, to]) buildDashboard(sources, join(dataDir, "build"));
  const upgraded = await upgradeUnderLoad(
    {
      databaseUrl: await startServer(dataDir, stack),
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
