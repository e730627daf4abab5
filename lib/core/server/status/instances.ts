import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import type { Instance } from "#lib/core/contract/status.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import type { Client, Database, Pooled } from "#lib/platform/server/db/database.ts";

const HEARTBEAT_MS = 10_000;
/** SQL: whether the process of a row of `instances` runs. A minute is six heartbeats. */
export const RUNS = "seen_at > now() - interval '1 minute'";
const MAX_HOST_LENGTH = 255;
const MAX_LISTED = 100;

const HEARTBEAT = `
  INSERT INTO instances (id, process, host, version, lacks, pid, applied_per_second) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), lacks = EXCLUDED.lacks, applied_per_second = EXCLUDED.applied_per_second`;

/** A process that died without a stop is listed as silent for a day, unless its next start replaces its row. */
const DELETE_OLD = "DELETE FROM instances WHERE seen_at < now() - interval '1 day'";

type Options = {
  /** Tasks that the running process cannot do, checked before each heartbeat; by default none. */
  lacks?: () => Promise<string[]>;
  applied?: () => Promise<number>;
  onError?: (error: unknown) => void;
};

/**
 * Lists this process, with its machine and version, in a row that a heartbeat refreshes every ten seconds. Failures go
 * to `onError` only: other parts report an unavailable database.
 */
export function startInstance(
  { pool }: Pooled,
  process: Instance["process"],
  { lacks = async () => [], applied, onError = () => undefined }: Options = {},
) {
  const id = randomUUID();
  const host = hostname().slice(0, MAX_HOST_LENGTH);
  const pace = applied ? createPace(applied) : async () => null;
  let stopped = false;
  const beat = async () => {
    const [lacking, perSecond] = [await lacks(), await pace()];
    if (!stopped) await pool.query(HEARTBEAT, [id, process, host, VERSION, lacking, pid, perSecond]);
  };
  let busy = true;
  const attempt = (work: () => Promise<unknown>) =>
    work()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  let beating = attempt(async () => {
    await deleteEnded(pool, process, host);
    await beat();
    await pool.query(DELETE_OLD);
  });
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    beating = attempt(beat);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    /** Deletes its row. Never rejects. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearInterval(timer);
      await beating;
      await attempt(() => pool.query("DELETE FROM instances WHERE id = $1", [id]));
    },
  };
}

/** Deletes the rows of ended processes of this machine that were not stopped in order: this start replaces them. */
async function deleteEnded(pool: Database["pool"], process: Instance["process"], host: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; pid: number }>(
    "SELECT id, pid FROM instances WHERE process = $1 AND host = $2 AND pid IS NOT NULL",
    [process, host],
  );
  const ended = rows.filter((row) => row.pid === pid || !exists(row.pid)).map(({ id }) => id);
  if (ended.length > 0) await pool.query("DELETE FROM instances WHERE id = ANY($1::uuid[])", [ended]);
}

function exists(other: number): boolean {
  try {
    return kill(other, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns a function that returns the growth of a count per second since its last call; null at the first call. */
function createPace(count: () => Promise<number>): () => Promise<number | null> {
  let last: { count: number; at: number } | undefined;
  return async () => {
    const now = { count: await count(), at: performance.now() };
    const perSecond = last ? ((now.count - last.count) * 1000) / Math.max(1, now.at - last.at) : null;
    last = now;
    return perSecond;
  };
}

const LIST = `
  SELECT process, host, version, started_at, seen_at, NOT (${RUNS}) AS silent, lacks FROM instances
  ORDER BY process COLLATE "C", host COLLATE "C", started_at, id LIMIT ${MAX_LISTED}`;

/** The running processes, and those that died without a stop in the last day and were not started again, by name. */
export async function listInstances(client: Client): Promise<Instance[]> {
  return (await client.query<Instance>(LIST)).rows;
}
