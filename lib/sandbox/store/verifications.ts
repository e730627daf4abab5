import type { VerificationState } from "#lib/sandbox/verification/state.ts";
import type { Client } from "./database.ts";

export async function getVerification(
  client: Client,
  accountId: string,
  id: string,
): Promise<VerificationState | null> {
  const { rows } = await client.query<{ state: VerificationState }>(
    "SELECT state FROM sandbox.verification WHERE account_id = $1 AND verification_id = $2",
    [accountId, id],
  );
  return rows[0]?.state ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockVerification(
  client: Client,
  accountId: string,
  id: string,
): Promise<VerificationState | null> {
  const { rows } = await client.query<{ state: VerificationState }>(
    "SELECT state FROM sandbox.verification WHERE account_id = $1 AND verification_id = $2 FOR UPDATE",
    [accountId, id],
  );
  return rows[0]?.state ?? null;
}

export async function saveVerification(client: Client, state: VerificationState): Promise<void> {
  await client.query(
    `INSERT INTO sandbox.verification (verification_id, account_id, state) VALUES ($1, $2, $3)
     ON CONFLICT (verification_id) DO UPDATE SET state = excluded.state`,
    [state.verification_id, state.account_id, JSON.stringify(state)],
  );
}
