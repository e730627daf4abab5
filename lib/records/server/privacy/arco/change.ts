import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { ANSWER_DAYS, type Deadline, deadlineAfter, EXECUTION_DAYS } from "#lib/platform/contract/working-days.ts";
import type { Working } from "#lib/platform/contract/working-time.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import type { ArcoRequest } from "#lib/records/contract/privacy/arco.ts";
import type { ArcoChange } from "#lib/records/contract/privacy/arco-input.ts";
import { asShown, logStep, type Officer, type RequestRow, readRequest } from "./register.ts";

const STEPS = {
  extend: "extended",
  answer: "answered",
  execute: "executed",
  note: "noted",
  identify: "identified",
} as const;

/**
 * Extends the running period, answers, executes, notes or identifies the requester, by the policy in force. Throws NOT_FOUND, and CONFLICT for a step
 * that the state of the request does not allow: two officers never overwrite each other.
 */
export async function changeRequest(
  request_id: string,
  change: ArcoChange,
  officer: Officer,
  { pool }: Pooled = database(),
): Promise<ArcoRequest> {
  return inTransaction(pool, async (tx) => {
    const row = await readRequest(tx, request_id, true);
    const { working } = await readPolicy(tx);
    const now = instantFromMs(Date.now());
    const changed = stepOf(row, change, working, now);
    if (changed) await save(tx, row.request_id, { ...row, ...changed });
    await logStep(tx, request_id, STEPS[change.action], officer, change.text);
    return asShown(await readRequest(tx, request_id), working, now);
  });
}

type RowChanges = Partial<Pick<RequestRow, "state" | "outcome" | "due_at" | "due_on" | "extended_at" | "answered_at">>;

/** The columns that a change sets; null where it only writes the log. */
function stepOf(row: RequestRow, change: ArcoChange, working: Working, now: Instant): RowChanges | null {
  if (change.action === "note" || change.action === "identify") return null;
  if (row.due_at === null) throw conflict("The request is closed.");
  if (change.action === "extend") {
    if (row.extended_at !== null) throw conflict("The request was extended before.");
    if (row.due_at < now) throw conflict("The period has ended: it can't be extended any more.");
    const [begun, days] = row.answered_at === null ? [row.received_at, ANSWER_DAYS] : [row.answered_at, EXECUTION_DAYS];
    return { extended_at: now, ...deadlineAfter(begun, days, working, true) };
  }
  if (change.action === "execute") {
    if (row.state !== "answered") throw conflict("The request is not answered yet.");
    return { state: "executed", ...NO_DEADLINE };
  }
  if (row.state !== "open") throw conflict("The request was answered before.");
  const next = change.outcome === "refused" ? NO_DEADLINE : deadlineAfter(now, EXECUTION_DAYS, working);
  return { state: "answered", outcome: change.outcome, answered_at: now, ...next };
}

const NO_DEADLINE: { [Name in keyof Deadline]: null } = { due_at: null, due_on: null };

async function save(tx: Client, request_id: string, row: RowChanges): Promise<void> {
  await tx.query(
    `UPDATE arco_requests SET state = $2, outcome = $3, due_at = $4, due_on = $5, extended_at = $6, answered_at = $7,
       closed_at = CASE WHEN $4::timestamptz IS NULL THEN now() END
     WHERE id = $1`,
    [request_id, row.state, row.outcome, row.due_at, row.due_on, row.extended_at, row.answered_at],
  );
}
