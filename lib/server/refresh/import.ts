import { setTimeout as wait } from "node:timers/promises";
import type { ImportedId } from "#lib/contract/verifications/verification.ts";
import type { Actor } from "#lib/server/audit/actor.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { serviceClient } from "#lib/server/service-calls/client.ts";
import { readVerification } from "./read-verification.ts";

/** A user waits, but not at the cost of all others who open a page. */
const AT_ONCE = 4;
/** Up to this number ids are read like opened pages; longer lists leave the reserve of the budget to pages. */
const FEW = 10;

const DEADLINE_MS = 5_000;
/** A busy worker takes longer than a page would wait; the importing user may stop. */
const APPLIED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** For so long without any answer an import waits for the budget, or for the service to take calls again. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

type Options = {
  signal: AbortSignal;
  /** The importing user: an erased verification comes back on this user's request, which the audit trail records. */
  actor: Actor;
  client?: Pick<ServiceClient, "readVerification" | "readPeople">;
  patienceMs?: number;
  appliedWithinMs?: number;
};

/** The worker reads the people later: no event announces earlier lookups. */
const ASK_FOR_PEOPLE = `
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

/** Which of these are tags of files that the read model knows. An id is at most as long as the tags of the list's index. */
export async function knownTags(texts: readonly string[], { pool }: Pooled = database()): Promise<Set<string>> {
  const { rows } = await pool.query<{ tag: string }>(
    "SELECT DISTINCT by_tag AS tag FROM verification_list WHERE by_tag = ANY($1)",
    [texts],
  );
  return new Set(rows.map(({ tag }) => tag));
}

/**
 * Reads unknown verifications, a few at once, and reports each when it is done, in the order of completion: `added`
 * once the service's answer has been applied (through the inbox like everything else), `not_found` for an id unknown to
 * the service, of which nothing is kept. Stops when the signal aborts, without further reports. Throws only for faults
 * of our own.
 */
export async function addVerifications(
  ids: readonly string[],
  report: (line: ImportedId) => void,
  options: Options,
  connection: Pooled = database(),
): Promise<void> {
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const userId = ids.length > FEW ? null : (options.actor.user?.id ?? null);
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
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    broken.abort();
  }
}

/** The state shared by the reads of one import. Patience is counted from the service's last answer. */
type Task = Required<Pick<Options, "signal" | "client">> & Options & { userId: string | null; answeredAt: number };

async function addOne(
  connection: Pooled,
  task: Task,
  verification_id: string,
): Promise<Omit<ImportedId, "verification_id"> | null> {
  const { client, signal, userId, patienceMs = PATIENCE_MS, appliedWithinMs = APPLIED_WITHIN_MS } = task;
  let applyBy = Number.POSITIVE_INFINITY;
  let read = false;
  while (!signal.aborted) {
    if (!read) {
      const result = await readVerification(connection, client, {
        verification_id,
        subject: "verification",
        userId,
        deadlineMs: DEADLINE_MS,
        signal,
        importedBy: task.actor,
      });
      if (result.outcome === "failed") {
        const { code } = result.error;
        if (code === "NOT_FOUND") task.answeredAt = Date.now();
        if (code !== "SERVICE_PAUSED" && code !== "TOO_MANY_REQUESTS")
          return code === "NOT_FOUND" ? { outcome: "not_found" } : { outcome: "failed", code };
        if (Date.now() - task.answeredAt >= patienceMs) return { outcome: "failed", code };
        await pause(PAUSE_MS, signal);
        continue;
      }
      // The other reader may fail or die: then we read.
      read = result.outcome === "read";
      if (read) task.answeredAt = Date.now();
      applyBy = Math.min(applyBy, Date.now() + appliedWithinMs);
    }
    if ((await knownVerifications([verification_id], connection)).size > 0) {
      await connection.pool.query(ASK_FOR_PEOPLE, [verification_id]);
      return { outcome: "added" };
    }
    if (Date.now() >= applyBy) return { outcome: "failed", code: "INTERNAL_SERVER_ERROR" };
    await pause(LOOK_EVERY_MS, signal);
  }
  return null;
}

/** Ends early, without a complaint, when the caller is gone. */
const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined);
