import { appendLines } from "#lib/core/server/erasure-log/erasure-log-file.ts";
import { evidenceHeadLine } from "#lib/core/server/erasure-log/erasure-log-lines.ts";
import { enqueueForChannels } from "#lib/outbound/server/channels/outgoing.ts";
import { env } from "#lib/platform/server/base/env.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import type { PeriodicTask } from "#lib/platform/server/base/periodic-task.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { followSealed, IS_BEHIND } from "./progress.ts";
import { findHead } from "./proofs.ts";
import { sealEvidence } from "./seal.ts";
import { stampHeads } from "./stamp-heads.ts";

/** While a worker runs and no delivery waits, an entry is unsealed at most this long, plus the time to seal earlier ones. */
export const SEAL_EVERY_MS = 2_000;

/** A head leaves the machine once a day if entries were added, and as soon as a restore has begun a log. */
const IS_DUE = `
  SELECT NOT EXISTS (
    SELECT FROM evidence_heads
    WHERE (left_at > now() - interval '1 day' OR size = state.size AND root = state.root)
      AND left_at > COALESCE((SELECT max(at) FROM evidence_events WHERE kind = 'log_begun'), '-infinity')
  ) AS due FROM evidence_state AS state WHERE size > 0`;

const RECORD =
  "INSERT INTO evidence_heads (size, root, at, signature) SELECT size, root, at, signature FROM evidence_state";

/** Once a day, queues the newest head for the channels that carry heads, and writes it to the worker's and the erasure log. */
export async function publishHead(log: Pick<Log, "info">, { pool }: Pooled = database()): Promise<boolean> {
  const head = await inTransaction(pool, publish);
  if (head) {
    log.info(head, "evidence: the head of today");
    await appendLines([evidenceHeadLine(head)], env().BACKUP_DIR);
  }
  return head !== null;
}

async function publish(tx: Client) {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCKS.publishHead]);
  const [state] = (await tx.query<{ due: boolean }>(IS_DUE)).rows;
  if (!state?.due) return null;
  const head = await findHead(tx);
  if (!head) return null;
  await tx.query(RECORD);
  const source = `evidence:${head.size}:${head.root}`;
  await enqueueForChannels(tx, { kind: "evidence_head", source, payload: head });
  return head;
}

/** The worker's tasks for the evidence log. Each may run in any number of workers. */
export function evidenceTasks(log: Pick<Log, "info" | "warn">, connection: Pooled = database()): PeriodicTask[] {
  const followers = followSealed();
  return [
    {
      name: "sealing",
      everyMs: SEAL_EVERY_MS,
      due: `SELECT '-infinity'::timestamptz WHERE (${IS_BEHIND})`,
      run: (signal) => sealEvidence(connection, { signal, followers }),
    },
    { name: "head of the evidence log", everyMs: 60_000, run: () => publishHead(log, connection) },
    { name: "time stamps of heads", everyMs: 30_000, run: (signal) => stampHeads(log, connection, signal) },
  ];
}
