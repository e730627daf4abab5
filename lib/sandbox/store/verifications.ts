import type { DocumentsStatus, VerificationStatus } from "#lib/core/contract/verifications/verification.ts";
import type { LabelState, VerificationState } from "#lib/sandbox/verification/state.ts";
import type { Client } from "./database.ts";

const STATE = "SELECT state FROM sandbox.verification WHERE account_id = $1 AND verification_id = $2";

const reading =
  (statement: string) =>
  async (client: Client, accountId: string, id: string): Promise<VerificationState | null> => {
    const { rows } = await client.query<{ state: VerificationState }>(statement, [accountId, id]);
    return rows[0]?.state ?? null;
  };

export const getVerification = reading(STATE);
/** The same, locked until the transaction ends. */
export const lockVerification = reading(`${STATE} FOR UPDATE`);

export async function saveVerification(client: Client, state: VerificationState): Promise<void> {
  await client.query(
    `INSERT INTO sandbox.verification (verification_id, account_id, state) VALUES ($1, $2, $3)
     ON CONFLICT (verification_id) DO UPDATE SET state = excluded.state`,
    [state.verification_id, state.account_id, JSON.stringify(state)],
  );
}

/** Records a verification as played by hand; an existing record stays unchanged. */
export async function notePlayed(
  client: Client,
  accountId: string,
  played: { verification_id: string; scenario: string | null; tag: string },
): Promise<void> {
  await client.query(
    `INSERT INTO sandbox.played (verification_id, account_id, scenario, tag, played_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (verification_id) DO NOTHING`,
    [played.verification_id, accountId, played.scenario, played.tag, new Date()],
  );
}

type Played = {
  verification_id: string;
  scenario: string | null;
  tag: string;
  played_at: Date;
  /** Null before its first step. */
  status: VerificationStatus | null;
  documents_status: DocumentsStatus | null;
  labels: LabelState[] | null;
  pending: number;
  delivered: number;
  failed: number;
  steps_to_come: number;
};

export async function moveToHead(client: Client, verificationId: string): Promise<void> {
  await client.query("UPDATE sandbox.played SET played_at = $2 WHERE verification_id = $1", [
    verificationId,
    new Date(),
  ]);
}

/** The last played scenarios, newest first, with the outcomes of their deliveries. */
export async function listPlayed(client: Client, accountId: string, limit: number): Promise<Played[]> {
  const { rows } = await client.query<Played>(
    `SELECT p.verification_id, p.scenario, p.tag, p.played_at,
       v.state ->> 'status' AS status, v.state ->> 'documents_status' AS documents_status, v.state -> 'labels' AS labels,
       d.pending, d.delivered, d.failed,
       (SELECT count(*)::int FROM sandbox.step s WHERE s.verification_id = p.verification_id) AS steps_to_come
     FROM sandbox.played p
       LEFT JOIN sandbox.verification v USING (verification_id)
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending,
           count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
           count(*) FILTER (WHERE state = 'failed')::int AS failed
         FROM sandbox.delivery WHERE verification_id = p.verification_id
       ) d
     WHERE p.account_id = $1 ORDER BY p.played_at DESC, p.id DESC LIMIT $2`,
    [accountId, limit],
  );
  return rows;
}
