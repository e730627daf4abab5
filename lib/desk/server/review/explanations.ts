import { hash } from "node:crypto";
import type { FindingExplanation } from "#lib/core/contract/verifications/review.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import { notifyChanged } from "#lib/core/server/live/notify.ts";
import { readFindings } from "#lib/core/server/verifications/findings.ts";
import { findingKey } from "#lib/desk/contract/review/findings.ts";
import { MAX_FINDINGS } from "#lib/platform/contract/bounds.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { conflict, notFound } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";

const LIST = `
  SELECT severity, missing_field, message, text, jsonb_build_object('user_id', user_id, 'name', user_name) AS user, at
  FROM finding_explanations WHERE verification_id = $1 ORDER BY at, finding_hash`;

export const readExplanations = async (client: Client, verification_id: string): Promise<FindingExplanation[]> =>
  (await client.query<FindingExplanation>(LIST, [verification_id])).rows;

const WRITE = `
  INSERT INTO finding_explanations AS known (verification_id, finding_hash, severity, missing_field, message, text, user_id, user_name)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (verification_id, finding_hash) DO UPDATE
    SET text = EXCLUDED.text, user_id = EXCLUDED.user_id, user_name = EXCLUDED.user_name, at = EXCLUDED.at
    WHERE known.at = $9::timestamptz`;
const DELETE =
  "DELETE FROM finding_explanations WHERE verification_id = $1 AND finding_hash = $2 AND at = $3::timestamptz";

type Input = Finding & { verification_id: string; text: string | null; replaces: Instant | null };

/**
 * Explains a finding of the current run, or deletes its explanation. Throws NOT_FOUND if the current run has no such
 * finding, and CONFLICT if its explanation has changed since it was shown.
 */
export function explainFinding(
  { verification_id, text, replaces, ...given }: Input,
  user: { id: string; name: string },
  { pool }: Pooled = database(),
): Promise<void> {
  const finding = { severity: given.severity, missing_field: given.missing_field, message: given.message.trim() };
  const key_hash = hash("sha256", findingKey(finding), "buffer");
  return inTransaction(pool, async (tx) => {
    // Locked before any row, in the same order as erasing does: afterwards the verification is either known or erased.
    await tx.query("LOCK TABLE inbox IN ROW EXCLUSIVE MODE");
    const changed = text === null ? await takeAway(tx) : await write(tx, text);
    if (!changed) throw conflict("Somebody has changed this explanation meanwhile; load it again.");
    await notifyChanged(tx, new Map([[verification_id, new Set(["review" as const])]]));
  });

  async function takeAway(tx: Client): Promise<boolean> {
    return (await tx.query(DELETE, [verification_id, key_hash, replaces])).rowCount === 1;
  }

  async function write(tx: Client, words: string): Promise<boolean> {
    const { runs } = await readFindings(tx, verification_id);
    if (!runs[0]?.items.some((item) => findingKey(item) === findingKey(finding))) throw notFound("The finding");
    const { severity, missing_field, message } = finding;
    const values = [verification_id, key_hash, severity, missing_field, message, words, user.id, user.name, replaces];
    const { rowCount } = await tx.query(WRITE, values);
    if ((await readExplanations(tx, verification_id)).length > MAX_FINDINGS) {
      throw conflict(`A verification has ${MAX_FINDINGS} explanations at most.`);
    }
    return rowCount === 1;
  }
}
