import { z } from "zod";
import type { AuditAction } from "#lib/contract/audit.ts";
import { identifier, numericId } from "#lib/contract/text.ts";
import type { Client } from "#lib/server/db/database.ts";
import type { Actor } from "./actor.ts";
import { holdsCurp, withoutCurps } from "./curp-shaped.ts";

/** The ids that an entry may name, and nothing else: a field for a name or a CURP does not exist. */
const auditIds = z.strictObject({
  verification_id: identifier.optional(),
  people_ids: z.array(numericId).optional(),
});
export type AuditIds = z.infer<typeof auditIds>;

export type AuditEntry = {
  action: AuditAction;
  ids: AuditIds;
  actor: Actor;
  /** What was there before and after a change; neither may hold personal data or a secret. */
  before?: object;
  after?: object;
};

/**
 * Adds an entry within the caller's transaction: what it tells of and the entry become true together. Throws for what
 * has no place in the trail; a CURP in what others chose (an id of the service's, the browser's name) is struck out.
 */
export async function writeAudit(tx: Client, { action, ids, actor, before, after }: AuditEntry): Promise<void> {
  const parsed = auditIds.safeParse(ids);
  // Not the parser's own error: it may quote what it refuses.
  if (!parsed.success) throw new RangeError(`the ids of ${action} are none`);
  if (holdsCurp([before, after])) throw new RangeError(`something in ${action} looks like a CURP`);
  await tx.query(
    `INSERT INTO audit_log (action, user_id, user_email, ids, address, user_agent, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      action,
      actor.user?.id ?? null,
      actor.user && withoutCurps(actor.user.email),
      JSON.stringify(withoutCurpAsId(parsed.data)),
      actor.address,
      actor.user_agent && withoutCurps(actor.user_agent),
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    ],
  );
}

/** Ids are the service's to choose: one of that form names nobody here, and keeps nothing from being opened. */
const withoutCurpAsId = ({ verification_id: id, ...ids }: AuditIds): AuditIds =>
  id === undefined ? ids : { verification_id: holdsCurp(id) ? withoutCurps(id) : id, ...ids };
