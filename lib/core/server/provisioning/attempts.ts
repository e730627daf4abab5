import { randomUUID } from "node:crypto";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import type { ErrorCode } from "#lib/platform/contract/error.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** A POST with an unknown outcome: its request, and the ids that existed before it. */
export type Attempt<Input> = {
  id: string;
  asked: Input;
  known_ids: string[];
  /** The search for the resource that the attempt may have created has not been done yet. */
  open: boolean;
  /** The candidate that an admin chose as the leftover of this attempt; "" for none of them. */
  decision: string | null;
};

type Kind = "key" | "webhook";

/**
 * The search for what an attempt may have created ends after this time. The service may still execute a lost POST within
 * it; an equal webhook that appears later is probably another system's.
 */
export const SEARCH_TIME = "interval '7 days'";

/** Records an attempt before its POST is sent. Fails while the flow has an open attempt. */
export async function openAttempt(
  client: Client,
  { kind, flow_id, asked, known_ids }: { kind: Kind; flow_id: string; asked: unknown; known_ids: readonly string[] },
): Promise<string> {
  const id = randomUUID();
  await client.query(
    "INSERT INTO creation_attempts (id, kind, flow_id, asked, known_ids) VALUES ($1, $2, $3, $4, $5)",
    [id, kind, flow_id, JSON.stringify(asked), known_ids],
  );
  return id;
}

export async function listAttempts<Input>(client: Client, kind: Kind, flowId?: string): Promise<Attempt<Input>[]> {
  const { rows } = await client.query<Attempt<unknown>>(
    `SELECT id, asked, known_ids, look_at IS NULL AS open, decision FROM creation_attempts
     WHERE kind = $1 AND ($2::text IS NULL OR flow_id = $2) AND (kind = 'key' OR posted_at > now() - ${SEARCH_TIME})
     ORDER BY posted_at, id`,
    [kind, flowId ?? null],
  );
  return rows as Attempt<Input>[];
}

/** Deletes an attempt whose outcome is known. The created resource, if any, is then no leftover of another attempt. */
export async function closeAttempt(client: Client, id: string, created?: string): Promise<void> {
  await client.query(
    `WITH closed AS (DELETE FROM creation_attempts WHERE id = $1 RETURNING kind)
     UPDATE creation_attempts AS other SET known_ids = array_append(known_ids, $2) FROM closed
     WHERE $2::text IS NOT NULL AND other.kind = closed.kind AND other.id <> $1`,
    [id, created ?? null],
  );
}

/** After the end of a flow the worker searches for leftovers of its attempts. */
export async function endAttempts(client: Client, flowId: string): Promise<void> {
  await client.query("UPDATE creation_attempts SET look_at = now() WHERE flow_id = $1", [flowId]);
}

/** Stores the admin's choice; null for none of the candidates. False if the choice is no candidate. */
export async function storeLeftoverChoice(client: Client, flowId: string, leftover: string | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE creation_attempts SET decision = coalesce($2, '')
     WHERE flow_id = $1 AND look_at IS NULL AND candidates IS NOT NULL AND ($2::text IS NULL OR $2 = ANY(candidates))`,
    [flowId, leftover],
  );
  return rowCount === 1;
}

/** `refused`: a retry would be refused as well. `not_done`: nothing was done, and a retry may succeed. */
type Outcome = "refused" | "not_done" | "unknown";

const KNOWN_OUTCOMES: { [code in ErrorCode]?: Outcome } = {
  SERVICE_UNAUTHORIZED: "refused",
  SERVICE_FORBIDDEN: "refused",
  VALIDATION_ERROR: "refused",
  BAD_REQUEST: "refused",
  NOT_FOUND: "refused",
  SERVICE_UNREACHABLE: "not_done",
  SERVICE_PAUSED: "not_done",
  SERVICE_TIMEOUT: "not_done",
};

/**
 * The outcome of a command that failed. Other errors are unknown outcomes: a 5xx may come after the work was done, an
 * unreadable answer mostly follows a success, and a conflict may be our own POST, sent twice by a proxy.
 */
export const outcomeOf = ({ code }: ServiceError): Outcome => KNOWN_OUTCOMES[code] ?? "unknown";

export const isConflict = ({ code }: ServiceError): boolean => code === "CONFLICT" || code === "DUPLICATE_RESOURCE";

export const isOutcomeUnknown = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && outcomeOf(error) === "unknown";

/** A retry would be refused as well. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && outcomeOf(error) === "refused";

/** The error of an unknown outcome. A conflict about a webhook stays a conflict, since a user can remove its cause. */
export const unknownOutcome = (what: "key" | "webhook", error: ServiceError): ServiceError =>
  what === "webhook" && isConflict(error)
    ? error
    : new ServiceError("OUTCOME_UNKNOWN", 502, `The service may or may not have created the ${what}.`, {
        serviceStatus: error.serviceStatus,
        serviceMessage: error.serviceMessage,
      });
