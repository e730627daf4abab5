import type { OpeningReasonInput } from "#lib/core/contract/need-to-know/need-to-know-input.ts";
import {
  asksForReason,
  type NeedToKnow,
  type OpeningReason,
  REASON_MINUTES,
} from "#lib/core/contract/need-to-know/policy.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { CotejoError, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

type Verification = { verification_id: string };
export type Reader = { id: string; role: Role };

/**
 * Records the reason for which a user opens a person. The audit entry has the reason's code; its words have a table of
 * their own, since the audit trail has no free text, and are deleted with the file. Throws NOT_FOUND for an unknown file.
 */
export async function openWithReason(
  { verification_id, people_id, reason, words }: Verification & { people_id: number } & OpeningReasonInput,
  actor: Actor,
  { pool }: Pooled = database(),
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    // The lock orders this and an erasure: the erasure either comes first, or deletes the words.
    const { rowCount } = await tx.query("SELECT FROM verification_summaries WHERE verification_id = $1 FOR KEY SHARE", [
      verification_id,
    ]);
    if (rowCount === 0) throw notFound("This verification");
    const ids = { verification_id, people_ids: [people_id] };
    const entry = await writeAudit(tx, { action: "people.opened", ids, actor, after: { reason } });
    if (words === undefined) return;
    await tx.query("INSERT INTO opening_reasons (entry_id, verification_id, words) VALUES ($1, $2, $3)", [
      entry,
      verification_id,
      words,
    ]);
  });
}

const GIVEN_REASONS = `
  SELECT people_id, reason FROM (
    SELECT id, jsonb_array_elements(ids -> 'people_ids')::bigint AS people_id, after ->> 'reason' AS reason FROM audit_log
    WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND action = 'people.opened' AND user_id = $2
      AND after ? 'reason' AND at > now() - interval '${REASON_MINUTES} minutes'
  ) AS given ORDER BY id`;

/**
 * The reasons that a reader gave for these people lately, newest last; empty where the policy asks for none. Throws
 * REASON_REQUIRED if it asks for one and a person has none.
 */
export async function reasonsFor(
  { verification_id, people_ids }: Verification & { people_ids: readonly number[] },
  reader: Reader,
  policy: NeedToKnow,
  client: Client = database().pool,
): Promise<ReadonlyMap<number, OpeningReason>> {
  if (people_ids.length === 0 || !asksForReason(policy, reader.role)) return new Map();
  const { rows } = await client.query<{ people_id: number; reason: OpeningReason }>(GIVEN_REASONS, [
    verification_id,
    reader.id,
  ]);
  const given = new Map(rows.map(({ people_id, reason }) => [people_id, reason]));
  if (people_ids.every((id) => given.has(id))) return given;
  throw new CotejoError("REASON_REQUIRED", 409, "Opening this person asks for a reason.");
}

/** Throws NOT_SHOWN where the reader's role may open no PDF, and REASON_REQUIRED as `reasonsFor`. */
export async function assertMayOpenPdf(
  { verification_id, people_id }: Verification & { people_id: number },
  reader: Reader,
  policy: NeedToKnow,
): Promise<void> {
  if (!policy.roles[reader.role].pdf) throw new CotejoError("NOT_SHOWN", 403, "Your role is not shown this PDF.");
  await reasonsFor({ verification_id, people_ids: [people_id] }, reader, policy);
}
