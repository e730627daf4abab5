import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginCustody } from "#lib/desk/server/custody/policy.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import type { Launch } from "./context.ts";
import { receiverSecrets } from "./plan.ts";
import { checkedDatabase, masterSecret, migrateDatabase, schemasOf, withDatabase } from "./supply.ts";
import { LaunchError } from "./system/data-dir.ts";

/*
 * Commands that do one thing and exit. Some may run beside Cotejo, and then use its embedded database. Each loads the
 * modules of its own work: loading those of all takes longer than most commands.
 */

/** `npm run migrate`: the schema only, for installations that start their processes one by one. */
export async function launchMigrate(launch: Launch): Promise<void> {
  const roles = await checkedDatabase(launch);
  const applied = await migrateDatabase(roles, schemasOf(launch));
  await withDatabase(launch, roles.databaseUrl, (database) => beginCustody(database, launch.env));
  launch.say(applied.length > 0 ? `migrated: ${applied.join(", ")}\n` : "The database is up to date.\n");
}

/**
 * `npm run lift-consent`: ends the requirement of a second admin's consent. Only for operators of the host: no admin may
 * decide this alone, and the other admins may have left.
 */
export async function launchLiftConsent(launch: Launch): Promise<void> {
  const { liftConsent } = await import("#lib/access/server/consent.ts");
  const roles = await checkedDatabase(launch);
  await migrateDatabase(roles, schemasOf(launch));
  const lifted = await withDatabase(launch, roles.databaseUrl, liftConsent);
  launch.say(
    lifted ? "No consent of a second admin is required any more.\n" : "No consent of a second admin was required.\n",
  );
}

/** `npm run rebuild`: drops every projection and drains the inbox again. */
export async function launchRebuild(launch: Launch): Promise<void> {
  const { rebuildProjections } = await import("#lib/core/server/inbox/replay.ts");
  const { ownerUrl } = await checkedDatabase(launch);
  await using database = openDatabase(ownerUrl, { name: "cotejo rebuild", withoutTimeLimits: true });
  const { applied, unrecognized, failed } = await rebuildProjections(database, { signal: launch.stopping });
  launch.say(`rebuilt: ${applied} applied, ${unrecognized} unrecognized, ${failed} failed\n`);
}

/** `npm run -s receiver-secret`, for a separately started receiver. */
export async function launchReceiverSecret(launch: Launch): Promise<void> {
  const { env, dataDir, say } = launch;
  if (!env.COTEJO_SECRET && !existsSync(join(dataDir, "secret"))) throw new LaunchError("COTEJO_SECRET: required");
  say(`${receiverSecrets(masterSecret(launch))}\n`);
}
