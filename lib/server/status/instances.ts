import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Instance } from "#lib/contract/status.ts";
import { VERSION } from "#lib/server/base/version.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";

const BEAT_MS = 10_000;
/** SQL: a row of `instances` is of a process that runs. A minute is six signs of life. */
export const RUNS = "seen_at > now() - interval '1 minute'";
const MAX_OF_A_HOST = 255;
const MAX_SHOWN = 100;

const BEAT = `
  INSERT INTO instances (id, process, host, version, lacks) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), lacks = EXCLUDED.lacks`;

/** Deletes processes that died without a stop. */
const FORGET = "DELETE FROM instances WHERE seen_at < now() - interval '1 day'";

type Options = {
  /** Tasks that the running process cannot do, checked before each heartbeat; by default none. */
  lacks?: () => Promise<string[]>;
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
  { lacks = async () => [], onError = () => undefined }: Options = {},
): RunningInstance {
  const id = randomUUID();
  const host = hostname().slice(0, MAX_OF_A_HOST);
  let stopped = false;
  const beat = async () => {
    const lacking = await lacks();
    if (!stopped) await pool.query(BEAT, [id, process, host, VERSION, lacking]);
  };
  let busy = true;
  const attempt = (work: () => Promise<unknown>) =>
    work()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  let beating = attempt(async () => {
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

const RUNNING = `
  SELECT process, host, version, started_at, seen_at, lacks FROM instances
  WHERE ${RUNS}
  ORDER BY process COLLATE "C", host COLLATE "C", started_at, id LIMIT ${MAX_SHOWN}`;

/** The running processes, dashboards first. */
export async function listInstances({ pool }: Pooled = database()): Promise<Instance[]> {
  return (await pool.query<Instance>(RUNNING)).rows;
}
