import { randomUUID } from "node:crypto";
import { type FlowState, isUnderWay } from "#lib/contract/provisioning/flow.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Replacement } from "#lib/contract/webhooks/webhooks.ts";
import type { Client } from "#lib/server/db/database.ts";

export type ReplacementRow = {
  id: string;
  state: FlowState<"webhook">;
  receiver_id: string | null;
  old_webhook_id: string;
  new_webhook_id: string | null;
  url: string;
  events: string[];
  description: string;
  begun_at: Instant;
  twinned_at: Instant | null;
  stored_at: Instant | null;
  switched_at: Instant | null;
  ended_at: Instant | null;
};

/** The newest replacement that a webhook has a part in, whichever. */
export async function findReplacement(client: Client, webhookId: string): Promise<ReplacementRow | null> {
  const { rows } = await client.query<ReplacementRow>(
    `SELECT * FROM webhook_replacements WHERE old_webhook_id = $1 OR new_webhook_id = $1
     ORDER BY (state NOT IN ('done', 'given_up')) DESC, begun_at DESC, id LIMIT 1`,
    [webhookId],
  );
  return rows[0] ?? null;
}

/** The intent, before the service is called. */
export async function insertReplacement(
  client: Client,
  given: Pick<ReplacementRow, "old_webhook_id" | "receiver_id" | "url" | "events" | "description">,
  startedBy: string | undefined,
): Promise<ReplacementRow> {
  const { rows } = await client.query<ReplacementRow>(
    `INSERT INTO webhook_replacements (id, state, old_webhook_id, receiver_id, url, events, description, started_by)
     VALUES ($1, 'begun', $2, $3, $4, $5, $6, $7) RETURNING *`,
    [
      randomUUID(),
      given.old_webhook_id,
      given.receiver_id,
      given.url,
      given.events,
      given.description,
      startedBy ?? null,
    ],
  );
  return rows[0] as ReplacementRow;
}

/** The new webhook that there was is gone: whatever was confirmed of it no longer holds. */
export const forgetCreated = (client: Client, id: string): Promise<unknown> =>
  client.query(
    `UPDATE webhook_replacements SET state = 'begun', new_webhook_id = NULL, twinned_at = NULL, stored_at = NULL,
       switched_at = NULL WHERE id = $1`,
    [id],
  );

/** The new webhook exists; where the dashboard keeps its secret itself, it is stored too. */
export const noteCreated = (client: Client, { id, receiver_id }: ReplacementRow, webhookId: string): Promise<unknown> =>
  client.query(
    `UPDATE webhook_replacements SET state = $2, new_webhook_id = $3, twinned_at = now(),
       stored_at = CASE WHEN $2 = 'stored' THEN now() END WHERE id = $1`,
    [id, receiver_id === null ? "twinned" : "stored", webhookId],
  );

export async function noteState(
  client: Client,
  id: string,
  state: "stored" | "switched" | "done" | "given_up",
): Promise<null> {
  await client.query(
    `UPDATE webhook_replacements SET state = $2,
       stored_at = CASE WHEN $2 = 'stored' THEN now() ELSE stored_at END,
       switched_at = CASE WHEN $2 = 'switched' THEN now() ELSE switched_at END,
       ended_at = CASE WHEN $2 IN ('done', 'given_up') THEN now() END WHERE id = $1`,
    [id, state],
  );
  return null;
}

/** As pages show it. */
export async function replacementOf(client: Client, row: ReplacementRow): Promise<Replacement> {
  const { rows } = await client.query<{ webhook_id: string; last_matched_at: Instant | null }>(
    "SELECT webhook_id, last_matched_at FROM receiver_secrets WHERE webhook_id IN ($1, $2)",
    [row.old_webhook_id, row.new_webhook_id],
  );
  const matched = (id: string | null) => rows.find(({ webhook_id }) => webhook_id === id)?.last_matched_at ?? null;
  const steps: [FlowState<"webhook">, Instant | null][] = [
    ["begun", row.begun_at],
    ["twinned", row.twinned_at],
    ["stored", row.stored_at],
    ["switched", row.switched_at],
  ];
  if (!isUnderWay(row)) steps.push([row.state, row.ended_at]);
  return {
    state: row.state,
    own: row.receiver_id !== null,
    old_id: row.old_webhook_id,
    new_id: row.new_webhook_id,
    url: row.url,
    events: row.events,
    description: row.description,
    steps: steps.flatMap(([state, at]) => (at === null ? [] : [{ state, at }])),
    last_matched: { old: matched(row.old_webhook_id), new: matched(row.new_webhook_id) },
  };
}
