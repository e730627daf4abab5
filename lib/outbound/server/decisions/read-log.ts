import type { DecisionLogEntry } from "#lib/desk/contract/review/decision-history.ts";
import { CURRENT_MEANING } from "#lib/desk/server/review-log/meaning.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** All entries of a file: they are few, and a part of them would give other events. */
const SELECT = `
  SELECT verification_id, id AS entry_id, at, ${CURRENT_MEANING.kind} AS kind, user_id, resolution, ${CURRENT_MEANING.reason_code} AS reason_code, reasons,
    policy_version, digest, undoes, exceptions_of(log) AS exceptions, before ->> 'state' AS state_before
  FROM review_log AS log WHERE verification_id = ANY ($1) ORDER BY verification_id, id`;

/** The logs of these verifications, each oldest first. */
export async function readLogs(client: Client, ids: readonly string[]): Promise<Map<string, DecisionLogEntry[]>> {
  const { rows } = await client.query<DecisionLogEntry & { verification_id: string }>(SELECT, [ids]);
  return Map.groupBy(rows, ({ verification_id }) => verification_id);
}
