import type pg from "pg";
import { counter } from "#lib/platform/server/base/metrics.ts";
import { inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { type ClaimedRow, claimNext, claimRows, type Part, WHOLE_INBOX } from "./claim.ts";
import { applyBatch, type BatchResult, prepareBatch } from "./drain-batch.ts";
import { isRollback, isTooSlow, isTransient, recordFailure } from "./drain-errors.ts";

export type DrainOptions = {
  batchSize?: number;
  /** False in a rebuild: rows that are applied again request no read of the API. */
  requestReads?: boolean;
  /** Stops between batches. */
  signal?: AbortSignal;
  onBatch?: () => void;
};

export type DrainResult = BatchResult & {
  /** Failed attempts of single rows; such a row is retried later, or set aside after the last attempt. */
  failed: number;
};

const applied = counter("cotejo_applied_total", "Deliveries and answers of the service that were applied.");

export const appliedSoFar = async (): Promise<number> => (await applied.get()).values[0]?.value ?? 0;

const BATCH_SIZE = 750;
const ROLLBACK_RETRIES = 20;

/** The database applies a batch of one part while this process parses a batch of the other. */
const PARTS: readonly Part[] = [0, 1].map((index) => ({ index, of: 2 }));

/**
 * Applies pending rows of the inbox in batches until no due, unlocked row is left; a full first batch starts two parts
 * in parallel. Any number of workers may run it. A failing batch is halved until the bad row is alone (design §4,
 * Inbox). Throws errors of the database itself once all batches have ended; then no row is lost or counted as failed.
 */
export async function drainInbox({ pool }: Pooled, options: DrainOptions = {}): Promise<DrainResult> {
  const total: DrainResult = { applied: 0, unrecognized: 0, failed: 0 };
  let size = options.batchSize ?? BATCH_SIZE;
  const drain = async (part: Part): Promise<void> => {
    while (!options.signal?.aborted) {
      const limit = size;
      try {
        const claimed = await applyClaimed(pool, (client) => claimNext(client, limit, part), options, total);
        if (claimed === 0) return;
        if (part === WHOLE_INBOX && claimed === limit) return allDone(PARTS.map(drain));
      } catch (error) {
        // A batch of this size would time out each time, and nothing would ever be applied.
        if (!isTooSlow(error) || limit === 1) throw error;
        size = Math.min(size, Math.ceil(limit / 2));
      } finally {
        options.onBatch?.();
      }
    }
  };
  await drain(WHOLE_INBOX);
  return total;
}

/** Like `Promise.all`, but rejects only once all of them have ended. */
async function allDone(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
}

type Claim = (client: pg.PoolClient) => Promise<ClaimedRow[]>;

/** Applies the rows that `claim` takes, in one transaction, or in halves after a failure. Returns their number. */
async function applyClaimed(pool: pg.Pool, claim: Claim, options: DrainOptions, total: DrainResult): Promise<number> {
  const attempt = await applyOnce(pool, claim, options);
  const { ids } = attempt;
  if (!("error" in attempt)) {
    total.applied += attempt.applied;
    total.unrecognized += attempt.unrecognized;
    applied.inc(attempt.applied);
  } else if (ids.length === 1) {
    await recordFailure(pool, ids[0] as number, attempt.error);
    total.failed += 1;
  } else {
    const middle = Math.ceil(ids.length / 2);
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      await applyClaimed(pool, (client) => claimRows(client, half), options, total);
    }
  }
  return ids.length;
}

type Attempt = { ids: number[] } & (BatchResult | { error: unknown });

async function applyOnce(pool: pg.Pool, claim: Claim, options: DrainOptions): Promise<Attempt> {
  for (let retries = 0; ; retries += 1) {
    let ids: number[] = [];
    try {
      return await inTransaction(pool, async (client) => {
        await prepareBatch(client);
        const rows = await claim(client);
        ids = rows.map((row) => row.id);
        if (rows.length === 0) return { ids, applied: 0, unrecognized: 0 };
        const result = await applyBatch(client, rows, { requestReads: options.requestReads ?? true });
        return { ids, ...result };
      });
    } catch (error) {
      if (isRollback(error) && retries < ROLLBACK_RETRIES) continue;
      if (isTransient(error) || ids.length === 0) throw error;
      return { ids, error };
    }
  }
}
