import type { ErrorCode } from "#lib/contract/error.ts";
import type { KeyReplacementState } from "#lib/contract/keys/key-replacement.ts";
import { type Client, inTransaction } from "#lib/server/db/database.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";
import type { Work } from "./work.ts";

/** A replacement as stored, with the attempt whose outcome is open. */
export type Row = {
  id: string;
  state: KeyReplacementState;
  old_service_key_id: string;
  old_name: string;
  new_service_key_id: string | null;
  attempt: { label: string; keys_before: string[] } | null;
};

/** Throws NOT_FOUND, and CONFLICT where its state is none of these. */
export async function findIn(states: readonly KeyReplacementState[], id: string, { pool }: Work): Promise<Row> {
  const { rows } = await pool.query<Row>(
    `SELECT replacement.*,
       (SELECT to_jsonb(open) FROM rotation_attempts AS open WHERE replacement_id = replacement.id AND outcome = 'open') AS attempt
     FROM key_replacements AS replacement WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw notFound("The replacement");
  if (!states.includes(row.state)) throw movedOn();
  return row;
}

export const movedOn = () => new CotejoError("CONFLICT", 409, "The replacement has moved on meanwhile.");

/** Moves it on; what a state is reached at is written once. */
export async function moveTo(client: Client, id: string, state: KeyReplacementState): Promise<void> {
  await client.query(
    `UPDATE key_replacements SET state = $2, problem = NULL,
       switched_at = CASE WHEN $2 = 'created' THEN NULL WHEN $2 = 'switched' THEN now() ELSE switched_at END,
       ended_at = CASE WHEN $2 IN ('done', 'cancelled') THEN now() END WHERE id = $1`,
    [id, state],
  );
}

export async function noteProblem(client: Client, id: string, problem: ErrorCode): Promise<void> {
  await client.query("UPDATE key_replacements SET problem = $2 WHERE id = $1", [id, problem]);
}

/** Writes down, before it is sent, that a key is asked for under this label: from then on its outcome is unknown. */
export async function openAttempt(
  { pool }: Work,
  { id }: Pick<Row, "id">,
  { label, keys_before }: NonNullable<Row["attempt"]>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      "INSERT INTO rotation_attempts (label, replacement_id, keys_before, posted_at) VALUES ($1, $2, $3, now())",
      [label, id, keys_before],
    );
    await client.query(
      `UPDATE key_replacements SET state = 'intent', new_service_key_id = NULL, new_name = $2, created_at = NULL, problem = NULL
       WHERE id = $1`,
      [id, label],
    );
  });
}

/** An attempt that may have left a key is looked for again from a minute later on. */
export async function closeAttempt(
  client: Client,
  label: string,
  outcome: "minted" | "refused" | "abandoned",
): Promise<void> {
  await client.query(
    `UPDATE rotation_attempts SET outcome = $2, look_at = CASE WHEN $2 = 'abandoned' THEN now() + interval '1 minute' END
     WHERE label = $1`,
    [label, outcome],
  );
}

export async function storeNewKey(
  { pool }: Work,
  { id }: Pick<Row, "id">,
  label: string,
  serviceKeyId: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await closeAttempt(client, label, "minted");
    await client.query(
      "UPDATE key_replacements SET state = 'created', new_service_key_id = $2, created_at = now() WHERE id = $1",
      [id, serviceKeyId],
    );
  });
}
