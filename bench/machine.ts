import { cpus, loadavg, totalmem } from "node:os";
import type { Pooled } from "#lib/server/db/database.ts";

/** Conditions of a figure besides the code. */
export type Machine = {
  cores: number;
  cpu: string;
  memoryGiB: number;
  /** The average number of processes that wanted a core in the last minute: above a few tenths the machine is not quiet. */
  loadBefore: number;
  node: string;
  /** If the benchmark concerns a database. */
  database?: { postgres: string; durability: Record<(typeof DURABILITY)[number], string> };
};

/** Read when the process begins: later it would include the benchmark itself. */
const loadBefore = Math.round((loadavg()[0] ?? 0) * 10) / 10;

const DURABILITY = ["fsync", "synchronous_commit", "full_page_writes", "wal_sync_method"] as const;

export async function describeMachine(database: Pooled | undefined): Promise<Machine> {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadBefore,
    node: process.versions.node,
    ...(database && { database: await describeDatabase(database) }),
  };
}

async function describeDatabase({ pool }: Pooled): Promise<Machine["database"]> {
  const setting = async (name: string): Promise<string> =>
    (await pool.query<{ value: string }>("SELECT current_setting($1) AS value", [name])).rows[0]?.value ?? "";
  const values = await Promise.all(DURABILITY.map(setting));
  const durability = Object.fromEntries(DURABILITY.map((name, index) => [name, values[index]]));
  return {
    postgres: await setting("server_version"),
    durability: durability as NonNullable<Machine["database"]>["durability"],
  };
}
