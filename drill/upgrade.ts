import { join } from "node:path";
import { ownFolder, startServer } from "#bench/database.ts";
import { buildDashboard } from "#bench/targets/servers.ts";
import { VERSION } from "#lib/server/base/version.ts";
import { linkPackages, previousRelease, ROOT } from "./releases.ts";
import { upgradeUnderLoad } from "./upgrade-under-load.ts";

/** The previous release is upgraded to the current version, dashboard included, while deliveries and users go on. */
export async function drillUpgrade(stack: AsyncDisposableStack): Promise<string[]> {
  const dataDir = ownFolder(stack);
  const from = previousRelease();
  const to = { version: VERSION, root: ROOT };
  linkPackages(from);
  for (const { root } of [from, to]) buildDashboard(join(dataDir, "build"), root);
  const upgraded = await upgradeUnderLoad(
    {
      databaseUrl: await startServer(dataDir, stack),
      from,
      to,
      perSecond: 100,
      perStep: 1_000,
      dashboards: true,
      say: (line) => console.log(line),
    },
    stack,
  );
  console.log(`migrations applied: ${upgraded.applied.join(", ") || "none"}`);
  for (const line of upgraded.answers) console.log(line);
  return upgraded.problems;
}
