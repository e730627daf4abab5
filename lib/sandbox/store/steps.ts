import type { Change, DatedChange } from "#lib/sandbox/verification/change.ts";
import type { Client } from "./database.ts";

export type DueStep = {
  id: string;
  account_id: string;
  verification_id: string;
  due_at: Date;
  change: Change;
  by_hand: boolean;
};

/** Schedules steps of a verification; steps `by_hand` are not part of the steady activity. */
export async function addSteps(
  client: Client,
  accountId: string,
  verificationId: string,
  steps: readonly DatedChange[],
  origin: "steady" | "by_hand" = "steady",
): Promise<void> {
  await client.query(
    `INSERT INTO sandbox.step (account_id, verification_id, due_at, change, by_hand)
     SELECT $1, $2, due_at, change, $5 FROM unnest($3::timestamptz[], $4::jsonb[]) AS t (due_at, change)`,
    [
      accountId,
      verificationId,
      steps.map((step) => new Date(step.at)),
      steps.map((step) => JSON.stringify(step.change)),
      origin === "by_hand",
    ],
  );
}

/** Steps of the steady activity wait during a pause. */
const RUNNING = "(by_hand OR account_id NOT IN (SELECT account_id FROM sandbox.account WHERE paused_at IS NOT NULL))";

export async function dueSteps(client: Client, now: Date, limit: number): Promise<DueStep[]> {
  const { rows } = await client.query<DueStep>(
    `SELECT id, account_id, verification_id, due_at, change, by_hand FROM sandbox.step
     WHERE due_at <= $1 AND ${RUNNING} ORDER BY due_at, id LIMIT $2`,
    [now, limit],
  );
  return rows;
}

/** Deletes scheduled steps; returns how many still existed. */
export async function removeSteps(client: Client, ids: readonly string[]): Promise<number> {
  const { rowCount } = await client.query("DELETE FROM sandbox.step WHERE id = ANY($1::bigint[])", [ids]);
  return rowCount ?? 0;
}

/** The due time of the earliest step or slot of the live activity. */
export async function earliestDue(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT due_at FROM sandbox.step WHERE ${RUNNING} ORDER BY due_at LIMIT 1),
       (SELECT min(next_slot_at) FROM sandbox.account WHERE paused_at IS NULL)) AS at`,
  );
  return rows[0]?.at ?? null;
}

/** Moves all steps and slots later by the same time. */
export async function postponeEverything(client: Client, ms: number): Promise<void> {
  const by = `${ms} milliseconds`;
  await client.query("UPDATE sandbox.step SET due_at = due_at + $1::interval", [by]);
  await client.query(
    "UPDATE sandbox.account SET next_slot_at = next_slot_at + $1::interval, paused_at = paused_at + $1::interval",
    [by],
  );
}

/** Multiplies the time to each remaining step of the steady activity by `factor`: measured at `from`, applied at `now`. */
export async function stretchActivity(client: Client, from: Date, now: Date, factor: number): Promise<void> {
  const later = (column: string) =>
    `$2::timestamptz + greatest(${column} - $1::timestamptz, interval '0') * $3::float8`;
  await client.query(`UPDATE sandbox.step SET due_at = ${later("due_at")} WHERE NOT by_hand`, [from, now, factor]);
  await client.query(
    `UPDATE sandbox.account SET next_slot_at = ${later("next_slot_at")} WHERE next_slot_at IS NOT NULL`,
    [from, now, factor],
  );
}

export async function countSteps(client: Client, verificationId: string | null): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM sandbox.step WHERE $1::text IS NULL OR verification_id = $1",
    [verificationId],
  );
  return rows[0]?.count ?? 0;
}
