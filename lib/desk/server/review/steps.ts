import type { AuditedDecision } from "#lib/desk/contract/review/log.ts";
import { CURRENT_MEANING, NOT_UNDONE, TOGETHER } from "#lib/desk/server/review-log/meaning.ts";
import type { Client } from "#lib/platform/server/db/database.ts";

/** Limit of the steps of one file. */
const MAX_STEPS = 50;

/** A log entry of a decision, with the text of its author. */
export type DecisionStep = Pick<
  AuditedDecision,
  | ("entry_id" | "kind" | "at" | "user_id" | "user_name" | "resolution" | "reason_code" | "reason")
  | ("review_on" | "policy_version" | "digest" | "pdfs" | "exceptions" | "together")
>;

/** SQL: the columns of a `DecisionStep` from the entry `log`. */
export const STEP_COLUMNS = `id AS entry_id, kind, at, user_id, user_name, resolution, reason_code, ${CURRENT_MEANING.reason} AS reason,
  review_on, policy_version, digest, pdfs, exceptions_of(log) AS exceptions, ${TOGETHER} AS together`;

const STEPS = `
  SELECT ${STEP_COLUMNS} FROM review_log AS log WHERE verification_id = $1 AND digest IS NOT NULL AND ${NOT_UNDONE}
  ORDER BY id DESC LIMIT ${MAX_STEPS}`;

/** The decision steps of a file that were not undone, the newest first. */
export const readSteps = async (client: Client, verification_id: string): Promise<DecisionStep[]> =>
  (await client.query<DecisionStep>(STEPS, [verification_id])).rows;

/**
 * The steps of the standing decision, oldest first: the decision or proposal, its approval, and ratifications.
 * Unapproved proposals are left out.
 */
export function standingSteps(newestFirst: readonly DecisionStep[]): DecisionStep[] {
  const made = newestFirst.filter(({ kind }, at) => kind !== "submitted" || newestFirst[at - 1]?.kind === "approved");
  // An approval belongs to the proposal before it, a ratification to the decision before it.
  const first = made.findIndex(({ kind }) => kind === "decided" || kind === "submitted");
  return made.slice(0, first + 1).toReversed();
}

/** The reason of the decision's author. Ratifications have none, and an approver's text is separate. */
export function reasonOfDecision(steps: readonly DecisionStep[]): Pick<DecisionStep, "reason_code" | "reason"> {
  const said = steps.findLast(
    (step) => step.kind !== "approved" && (step.reason_code !== null || step.reason !== null),
  );
  return { reason_code: said?.reason_code ?? null, reason: said?.reason ?? null };
}
