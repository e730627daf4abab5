import type { AuditAction, AuditOutcome } from "#lib/contract/audit/audit.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { Actor } from "./actor.ts";
import { holdsCurp, withoutCurps, withoutCurpsIn } from "./curp-shaped.ts";
import { type AuditIds, auditIds } from "./ids.ts";

export type AuditEntry = {
  action: AuditAction;
  ids: AuditIds;
  actor: Actor;
  /** What was there before and after a change; neither may hold personal data or a secret. */
  before?: object | undefined;
  after?: object | undefined;
  /** `done` unless it says otherwise. */
  outcome?: AuditOutcome;
  /** Of what failed or was refused. */
  error_code?: string | null | undefined;
  /** The entry that was written when this began. */
  intent_id?: number;
};

/**
 * Adds an entry within the caller's transaction, so that what it tells of and the entry become true together, and returns
 * its number. Throws for ids that have no place in the trail; a CURP in what others chose (an id of the service's, a
 * description, the browser's name) is struck out.
 */
export async function writeAudit(
  tx: Client,
  { action, ids, actor, before, after, outcome = "done", error_code = null, intent_id }: AuditEntry,
): Promise<number> {
  const parsed = auditIds.safeParse(ids);
  // Not the parser's own error: it may quote what it refuses.
  if (!parsed.success) throw new RangeError(`the ids of ${action} are none`);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO audit_log
       (action, user_id, user_email, ids, address, user_agent, before, after, outcome, error_code, intent_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      action,
      actor.user?.id ?? null,
      actor.user && withoutCurps(actor.user.email),
      JSON.stringify(withoutCurpAsId(parsed.data)),
      actor.address,
      actor.user_agent && withoutCurps(actor.user_agent),
      before === undefined ? null : withoutCurpsIn(before),
      after === undefined ? null : withoutCurpsIn(after),
      outcome,
      error_code,
      intent_id ?? null,
    ],
  );
  return rows[0]?.id as number;
}

/** Ids are the service's to choose: one of that form names nobody here, and keeps nothing from being recorded. */
const withoutCurpAsId = (ids: AuditIds): AuditIds =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, typeof id === "string" && holdsCurp(id) ? withoutCurps(id) : id]),
  );
