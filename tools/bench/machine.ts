import { cpus, loadavg, totalmem } from "node:os";
import type { Pooled } from "#lib/platform/server/db/database.ts";

/** Read when the process begins: later it would include the benchmark itself. */
const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10;

const DURABILITY = ["fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"];

export type Machine = Awaited<ReturnType<typeof describeMachine>>;

/** Conditions of a figure besides the code, with those of the measured database if there is one. */
export async function describeMachine(database: Pooled | undefined) {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    /** The average number of processes that wanted a core in the last minute: above a few tenths the machine is not quiet. */
    loadBefore,
    node: process.versions.node,
    database: database && (await describeDatabase(database)),
  };
}

async function describeDatabase({ pool }: Pooled) {
  const setting = async (name: string): Promise<string> =>
    (await pool.query<{ value: string }>("SELECT current_setting($1) AS value", [name])).rows[0]?.value ?? "";
  const durability = DURABILITY.map(async (name) => [name, await setting(name)] as const);
  return { postgres: await setting("server_version"), durability: Object.fromEntries(await Promise.all(durability)) };
}
