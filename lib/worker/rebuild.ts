import { EnvError, env } from "#lib/server/base/env.ts";
import { openDatabase } from "#lib/server/db/database.ts";
import { rebuildProjections } from "#lib/server/inbox/replay.ts";
import { describeError } from "./worker.ts";

/** Drops every projection and drains the inbox again. Safe while workers run; prints what it did in one line. */
async function main(): Promise<void> {
  const { DATABASE_URL: databaseUrl } = env();
  if (!databaseUrl) throw new EnvError("DATABASE_URL: required for a rebuild");
  const database = openDatabase(databaseUrl, { name: "cotejo rebuild", unhurried: true });
  try {
    const { applied, unrecognized, failed } = await rebuildProjections(database);
    process.stdout.write(`rebuilt: ${applied} applied, ${unrecognized} unrecognized, ${failed} failed\n`);
  } finally {
    await database.close();
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof EnvError ? error.message : `rebuild: ${describeError(error)}`}\n`);
  process.exitCode = 1;
});
