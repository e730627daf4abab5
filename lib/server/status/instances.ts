import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import type { Instance } from "#lib/contract/status.ts";
import { VERSION } from "#lib/server/base/version.ts";
import { type Database, database, type Pooled } from "#lib/server/db/database.ts";

const BEAT_MS = 10_000;
/** SQL: a row of `instances` is of a process that runs. A minute is six signs of life. */
export const RUNS = "seen_at > now() - interval '1 minute'";
const MAX_OF_A_HOST = 255;
const MAX_SHOWN = 100;

const BEAT = `
  INSERT INTO instances (id, process, host, version, lacks, pid, applied_per_second) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), lacks = EXCLUDED.lacks, applied_per_second = EXCLUDED.applied_per_second`;

/** A process that died without a stop is listed as silent for this long, unless its next start replaces it. */
const FORGET = "DELETE FROM instances WHERE seen_at < now() - interval '1 day'";

type Options = {
  /** Tasks that the running process cannot do, checked before each heartbeat; by default none. */
  lacks?: () => Promise<string[]>;
  /** How many rows of the inbox this process has applied. */
  applied?: () => Promise<number>;
  onError?: (error: unknown) => void;
};

type RunningInstance = {
  /** Deletes its row. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Reports this process to others, with its machine and version, by a row refreshed every ten seconds. Failures are
 * ignored: other parts report an unavailable database.
 */
export function startInstance(
  { pool }: Pooled,
  process: Instance["process"],
  { lacks = async () => [], applied, onError = () => undefined }: Options = {},
): RunningInstance {
  const id = randomUUID();
  const host = hostname().slice(0, MAX_OF_A_HOST);
  const pace = applied ? createPace(applied) : async () => null;
  let stopped = false;
  const beat = async () => {
    const [lacking, perSecond] = [await lacks(), await pace()];
    if (!stopped) await pool.query(BEAT, [id, process, host, VERSION, lacking, pid, perSecond]);
  };
  let busy = true;
  const attempt = (work: () => Promise<unknown>) =>
    work()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  let beating = attempt(async () => {
    await forgetEnded(pool, process, host);
    await beat();
    await pool.query(FORGET);
  });
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    beating = attempt(beat);
  }, BEAT_MS);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await beating;
      await attempt(() => pool.query("DELETE FROM instances WHERE id = $1", [id]));
    },
  };
}

/** Deletes the rows of processes of this machine that have ended without a stop: this start replaces them. */
async function forgetEnded(pool: Database["pool"], process: Instance["process"], host: string): Promise<void> {
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
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A function that returns how much a count has grown a second since its last call; null at the first. */
function createPace(count: () => Promise<number>): () => Promise<number | null> {
  let last: { count: number; at: number } | undefined;
  return async () => {
    const now = { count: await count(), at: performance.now() };
    const perSecond = last ? ((now.count - last.count) * 1000) / Math.max(1, now.at - last.at) : null;
    last = now;
    return perSecond;
  };
}

const KNOWN = `
  SELECT process, host, version, started_at, seen_at, NOT (${RUNS}) AS silent, lacks FROM instances
  ORDER BY process COLLATE "C", host COLLATE "C", started_at, id LIMIT ${MAX_SHOWN}`;

/** The processes that run, or died without a stop in the last day and were not started again, dashboards first. */
export async function listInstances({ pool }: Pooled = database()): Promise<Instance[]> {
  return (await pool.query<Instance>(KNOWN)).rows;
}
