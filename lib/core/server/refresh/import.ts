import { setTimeout as wait } from "node:timers/promises";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readVerification } from "./read-verification.ts";

/** Few enough to leave calls to users who open a page. */
const CONCURRENCY = 4;
/** Up to this number ids are read with the priority of a user; longer lists are background work. */
const MAX_PRIORITY_IDS = 10;

/** Longer than a page waits, for a busy worker; the importing user may stop. */
const APPLIED_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 50;
/** Time without any answer after which the import no longer waits for the budget or the service. */
const WAIT_TIMEOUT_MS = 20_000;
const PAUSE_MS = 250;

type Options = {
  signal: AbortSignal;
  /** The importing user: an erased verification comes back on this user's request, which the audit trail records. */
  actor: Actor;
  client?: Pick<ServiceClient, "readVerification" | "readPeople">;
  waitTimeoutMs?: number;
  appliedWithinMs?: number;
};

/** Requests a background read of the people, since no event announces earlier lookups. */
const REQUEST_PEOPLE = `
  INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
  SELECT verification_id, 'people', 'import', now() FROM verification_summaries WHERE verification_id = $1
  ON CONFLICT DO NOTHING`;

export async function knownVerifications(ids: readonly string[], { pool }: Pooled = database()): Promise<Set<string>> {
  const { rows } = await pool.query<{ verification_id: string }>(
    "SELECT verification_id FROM verification_summaries WHERE verification_id = ANY($1)",
    [ids],
  );
  return new Set(rows.map((row) => row.verification_id));
}

/** Selects the texts that are tags of known files. An id is at most as long as the tags of the list's index. */
export async function knownTags(texts: readonly string[], { pool }: Pooled = database()): Promise<Set<string>> {
  const { rows } = await pool.query<{ tag: string }>(
    "SELECT DISTINCT by_tag AS tag FROM verification_list WHERE by_tag = ANY($1)",
    [texts],
  );
  return new Set(rows.map(({ tag }) => tag));
}

/**
 * Reads unknown verifications, a few concurrently, and reports each in the order of completion: `added` once the worker
 * has applied the service's answer from the inbox, `not_found` for an id unknown to the service, of which nothing is
 * kept. Stops without further reports when the signal aborts. Throws only for faults of our own.
 */
export async function addVerifications(
  ids: readonly string[],
  report: (line: ImportedId) => void,
  options: Options,
  connection: Pooled = database(),
): Promise<void> {
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const userId = ids.length > MAX_PRIORITY_IDS ? null : (options.actor.user?.id ?? null);
  const task = {
    ...options,
    signal,
    userId,
    client: options.client ?? serviceClient(connection),
    answeredAt: Date.now(),
  };
  const waiting = ids.values();
  const work = async () => {
    for (const id of waiting) {
      if (signal.aborted) return;
      const result = await addOne(connection, task, id);
      if (result && !signal.aborted) report({ verification_id: id, ...result });
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    broken.abort();
  }
}

/** The state shared by the reads of one import. `answeredAt` is the time of the service's last answer. */
type ImportTask = Required<Pick<Options, "signal" | "client">> &
  Options & { userId: string | null; answeredAt: number };

async function addOne(
  connection: Pooled,
  task: ImportTask,
  verification_id: string,
): Promise<Omit<ImportedId, "verification_id"> | null> {
  const { client, signal, userId, waitTimeoutMs = WAIT_TIMEOUT_MS, appliedWithinMs = APPLIED_WITHIN_MS } = task;
  let applyBy = Number.POSITIVE_INFINITY;
  let read = false;
  while (!signal.aborted) {
    if (!read) {
      const result = await readVerification(connection, client, {
        verification_id,
        subject: "verification",
        userId,
        signal,
        importedBy: task.actor,
      });
      if (result.outcome === "failed") {
        const { code } = result.error;
        if (code === "NOT_FOUND") task.answeredAt = Date.now();
        if (code !== "SERVICE_PAUSED" && code !== "TOO_MANY_REQUESTS")
          return code === "NOT_FOUND" ? { outcome: "not_found" } : { outcome: "failed", code };
        if (Date.now() - task.answeredAt >= waitTimeoutMs) return { outcome: "failed", code };
        await pause(PAUSE_MS, signal);
        continue;
      }
      // If another process is reading, its read may fail: then this one reads.
      read = result.outcome === "read";
      if (read) task.answeredAt = Date.now();
      applyBy = Math.min(applyBy, Date.now() + appliedWithinMs);
    }
    if ((await knownVerifications([verification_id], connection)).size > 0) {
      await connection.pool.query(REQUEST_PEOPLE, [verification_id]);
      return { outcome: "added" };
    }
    if (Date.now() >= applyBy) return { outcome: "failed", code: "INTERNAL_SERVER_ERROR" };
    await pause(POLL_INTERVAL_MS, signal);
  }
  return null;
}

/** Ends early, without an error, on abort. */
const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined);
