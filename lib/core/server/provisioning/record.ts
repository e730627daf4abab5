import { randomUUID } from "node:crypto";
import pg from "pg";
import type { RotationProblem } from "#lib/core/contract/keys/keys.ts";
import { FLOW_STEPS, type FlowKind, type FlowState, statesOf } from "#lib/core/contract/provisioning/flow.ts";
import type { StoredListener } from "#lib/core/server/vault/reveals.ts";
import type { ErrorCode } from "#lib/platform/contract/error.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { CotejoError, conflict } from "#lib/platform/server/base/errors.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

type Details = {
  /** Ids of the dashboard's old and new key; `giving_up` is the reason to delete the new key instead of using it. */
  own_key: { old_key_id: string; new_key_id: string | null; giving_up: RotationProblem | null };
  key_elsewhere: { old_name: string; new_name: string | null };
  /** The request of the new webhook; `receiver_id` only for the dashboard's own webhook. */
  webhook: { receiver_id: string | null; url: string; events: string[]; description: string };
};

type Problem = { own_key: RotationProblem; key_elsewhere: ErrorCode; webhook: never };

export type Flow<Kind extends FlowKind> = {
  id: string;
  kind: Kind;
  state: FlowState<Kind>;
  revision: number;
  /** The service's ids of the old and the new key or webhook. */
  old_id: string;
  new_id: string | null;
  details: Details[Kind];
  problem: Problem[Kind] | null;
  failures: number;
  due: boolean;
  started_by: string | null;
  started_at: Instant;
  /** Time at which each state was reached, without states that were taken back. */
  reached: { [State in FlowState<Kind>]?: Instant };
  /** The open attempt, before the search for its leftovers; `candidates` are the keys among which an admin has to choose. */
  attempt: { candidates: string[] | null; decision: string | null } | null;
  /** Number of attempts with unknown outcome. */
  lost: number;
};

const SELECT = `
  SELECT flow.id, flow.kind, flow.state, flow.revision, flow.old_id, flow.new_id, flow.details, flow.problem, flow.failures,
    flow.due_at <= now() AS due, flow.started_at, (SELECT name FROM users WHERE id = flow.started_by) AS started_by,
    (SELECT jsonb_object_agg(step.state, to_char(step.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      FROM flow_steps AS step WHERE step.flow_id = flow.id) AS reached,
    (SELECT jsonb_build_object('candidates', open.candidates, 'decision', open.decision)
      FROM creation_attempts AS open WHERE open.flow_id = flow.id::text AND look_at IS NULL) AS attempt,
    (SELECT count(*) FROM creation_attempts WHERE flow_id = flow.id::text AND look_at IS NOT NULL)::int AS lost
  FROM flows AS flow`;

/** Finds a flow of a kind by a condition on `flow`: the flow in progress, else the newest; null without a match. */
export async function findFlow<Kind extends FlowKind>(
  client: Client,
  kind: Kind,
  condition: string,
  values: unknown[] = [],
): Promise<Flow<Kind> | null> {
  const { rows } = await client.query<Flow<FlowKind>>(
    `${SELECT} WHERE flow.kind = $1 AND ${condition} ORDER BY ended, started_at DESC, id LIMIT 1`,
    [kind, ...values],
  );
  return (rows[0] as Flow<Kind> | undefined) ?? null;
}

const MAX_ENDED_FLOWS = 20;

/** All flows of a kind in progress, then the last ended ones; newest first. */
export async function listFlows<Kind extends FlowKind>(client: Client, kind: Kind): Promise<Flow<Kind>[]> {
  const { rows } = await client.query<Flow<FlowKind>>(
    `(${SELECT} WHERE flow.kind = $1 AND NOT ended ORDER BY started_at DESC, id)
     UNION ALL
     (${SELECT} LEFT JOIN flow_steps AS last ON last.flow_id = flow.id AND last.state = flow.state
       WHERE flow.kind = $1 AND ended ORDER BY last.at DESC NULLS LAST, id LIMIT ${MAX_ENDED_FLOWS})`,
    [kind],
  );
  return rows as Flow<Kind>[];
}

type NewFlow<Kind extends FlowKind> = Pick<Flow<Kind>, "kind" | "old_id" | "details"> & {
  user_id: string | undefined;
};

/**
 * Records a flow before the service is called, so that leftovers of a crash can be attributed to it. Throws CONFLICT
 * while another flow for the same key or webhook is in progress: the database allows one.
 */
export async function beginFlow<Kind extends FlowKind>(
  client: Client,
  { kind, old_id, details, user_id }: NewFlow<Kind>,
): Promise<Flow<Kind>> {
  const id = randomUUID();
  try {
    await client.query(
      `WITH begun AS (
         INSERT INTO flows (id, kind, state, old_id, details, started_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, state
       )
       INSERT INTO flow_steps (flow_id, state) SELECT id, state FROM begun`,
      [id, kind, FLOW_STEPS[kind][0], old_id, JSON.stringify(details), user_id ?? null],
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "23505")) throw error;
    throw conflict("This is in progress already.");
  }
  return (await findFlow(client, kind, "flow.id = $2", [id])) as Flow<Kind>;
}

export class Overtaken extends CotejoError {
  override name = "Overtaken";

  constructor() {
    super("CONFLICT", 409, "This was changed in the meantime.");
  }
}

export type FlowChange<Kind extends FlowKind> = Partial<
  Pick<Flow<Kind>, "state" | "old_id" | "new_id" | "problem" | "failures">
> & {
  details?: Partial<Details[Kind]>;
  /** Milliseconds until the next step; 0 by default. */
  wait?: number;
};

/**
 * Writes the outcome of a step, and returns the flow. A successful step clears problem and failures; the return to an
 * earlier state deletes the times of the later states. Throws Overtaken if the flow has changed since it was read.
 */
export async function advance<Kind extends FlowKind>(
  client: Client,
  flow: Flow<Kind>,
  { details, wait = 0, ...change }: FlowChange<Kind>,
): Promise<Flow<Kind>> {
  const next = {
    ...flow,
    problem: null,
    failures: 0,
    ...change,
    details: { ...flow.details, ...details },
    revision: flow.revision + 1,
  };
  const states = statesOf(flow.kind);
  const { rowCount } = await client.query(
    `WITH moved AS (
       UPDATE flows SET revision = $3, state = $4, old_id = $5, new_id = $6, details = $7, problem = $8, failures = $9,
         due_at = now() + make_interval(secs => $10)
       WHERE id = $1 AND revision = $2 RETURNING id, state
     ), taken_back AS (
       DELETE FROM flow_steps AS step USING moved WHERE step.flow_id = moved.id AND step.state = ANY($11)
     ), reached AS (
       INSERT INTO flow_steps (flow_id, state) SELECT id, state FROM moved ON CONFLICT DO NOTHING
     )
     SELECT FROM moved`,
    [
      flow.id,
      flow.revision,
      next.revision,
      next.state,
      next.old_id,
      next.new_id,
      JSON.stringify(next.details),
      next.problem,
      next.failures,
      wait / 1000,
      states.slice(states.indexOf(next.state) + 1),
    ],
  );
  if (rowCount !== 1) throw new Overtaken();
  return next;
}

/** Moves all matching flows of a kind to a state. The caller excludes concurrent steps of these flows. */
export async function moveFlows<Kind extends FlowKind>(
  client: Client,
  { kind, state }: Pick<Flow<Kind>, "kind" | "state">,
  condition: string,
  values: unknown[] = [],
): Promise<void> {
  await client.query(
    `WITH moved AS (UPDATE flows SET state = $2 WHERE kind = $1 AND NOT ended AND ${condition} RETURNING id)
     INSERT INTO flow_steps (flow_id, state) SELECT id, $2 FROM moved`,
    [kind, state, ...values],
  );
}

/** Takes the step `stored` of the webhook whose secret a user has stored. */
export const onSecretStored: StoredListener = (client, { subject_id }) =>
  moveFlows(client, { kind: "webhook", state: "stored" }, "state = 'twinned' AND new_id = $3", [subject_id]);

/** The states that a flow has reached, in their order, with times. */
export const stepsOf = <Kind extends FlowKind>({ kind, reached }: Pick<Flow<Kind>, "kind" | "reached">) =>
  statesOf(kind).flatMap((state) => {
    const at = reached[state];
    return at === undefined ? [] : [{ state, at }];
  });
