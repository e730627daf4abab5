import { z } from "zod";
import { ID_KINDS, type IdName } from "#lib/modules.ts";
import type { AuditAction, AuditOutcome } from "#lib/platform/contract/audit/audit.ts";
import { identifier, numericId } from "#lib/platform/contract/fields.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import type { IdKind } from "#lib/platform/manifest.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { WORK_CHANNEL } from "#lib/platform/server/db/listen.ts";
import type { Actor } from "./actor.ts";

const SCHEMAS = {
  ...{ identifier, numericId, number: numericId, uuid: z.uuid() },
  ...{ identifiers: z.array(identifier), numericIds: z.array(numericId) },
};

/** The ids that an entry may name, and nothing else: a field for a name or a CURP does not exist. */
export const auditIds = z.strictObject(
  Object.fromEntries(Object.entries(ID_KINDS).map(([name, kind]) => [name, SCHEMAS[kind].optional()])) as {
    [Name in IdName]: z.ZodOptional<(typeof SCHEMAS)[(typeof ID_KINDS)[Name]]>;
  },
);
export type AuditIds = z.infer<typeof auditIds>;

export type AuditEntry = {
  action: AuditAction;
  ids: AuditIds;
  actor: Actor;
  /** The values before and after a change; neither may hold a secret, or personal data except the acting user's own email. */
  before?: object | undefined;
  after?: object | undefined;
  /** `done` by default. */
  outcome?: AuditOutcome;
  error_code?: string | null | undefined;
  /** The `begun` entry of the same command. */
  intent_id?: number;
};

/**
 * Adds an entry within the caller's transaction, so that the change and its entry are committed together, and returns
 * its number. Throws for ids that the trail does not allow; a CURP in a text of others (an id of the service, a
 * description, the user agent) is masked.
 */
export async function writeAudit(tx: Client, entry: AuditEntry): Promise<number> {
  const { rows } = await tx.query<{ id: number; woken: boolean }>(
    `${INSERT} RETURNING id, ${WAKE_WORKERS}`,
    valuesOf(entry),
  );
  return rows[0]?.id as number;
}

/**
 * Adds the opening of a file or a delivery in one statement, unless the same person or token has one of this quarter of an
 * hour already (the unique index `audit_log_openings`).
 */
export async function writeOpening(
  client: Client,
  entry: AuditEntry & { action: "verification.opened" | "delivery.opened" },
): Promise<void> {
  await client.query(`${INSERT} ON CONFLICT DO NOTHING RETURNING ${WAKE_WORKERS}`, valuesOf(entry));
}

/** Each command of a user may make work for the worker, which seals its entry at least. */
const WAKE_WORKERS = `pg_notify('${WORK_CHANNEL}', '') IS NOT NULL AS woken`;

const INSERT = `
  INSERT INTO audit_log
    (action, user_id, user_email, ids, address, user_agent, before, after, outcome, error_code, intent_id, token_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

function valuesOf(entry: AuditEntry): unknown[] {
  const { action, ids, actor, before, after, outcome = "done", error_code = null, intent_id } = entry;
  const parsed = auditIds.safeParse(ids);
  // The parser's own error may quote the refused value.
  if (!parsed.success) throw new RangeError(`the ids of ${action} are none`);
  return [
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
    actor.token_id ?? null,
  ];
}

/** The service chooses ids: an id in the shape of a CURP is masked, and must not prevent the entry. */
const withoutCurpAsId = (ids: AuditIds): AuditIds =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, Array.isArray(id) ? id.map(idWithoutCurp) : idWithoutCurp(id)]),
  );

const idWithoutCurp = (id: string | number): string | number =>
  typeof id === "string" && CURP_WORD.test(id.normalize("NFC")) ? withoutCurps(id) : id;

/** The ids among a handler's path parameters, raw or parsed; other parameters are left out. */
export function idsOfParams(params: Record<string, unknown>): AuditIds {
  const ids: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === "people_id") ids.people_ids = [Number(value)];
    else ids[name] = (ID_KINDS as Record<string, IdKind>)[name] === "number" ? Number(value) : value;
  }
  const known = Object.entries(auditIds.shape).flatMap(([name, shape]) =>
    name in ids && shape.safeParse(ids[name]).success ? [[name, ids[name]]] : [],
  );
  return Object.fromEntries(known);
}

/**
 * Deletes entries that the retention no longer keeps, within the caller's transaction, and returns their number. The SQL
 * function belongs to the owner of the trail; it refuses entries after `keptSince`, and a `keptSince` less than 90 days ago.
 */
export async function forgetAudit(tx: Client, keptSince: Instant, entries: readonly number[]): Promise<number> {
  const { rows } = await tx.query<{ deleted: number }>("SELECT forget_audit($1, $2) AS deleted", [keptSince, entries]);
  return rows[0]?.deleted ?? 0;
}

/** Eighteen characters in the order of a CURP, without a check of day, state and check digit. */
const CURP_SHAPE = "[A-ZÑ]{4}\\d{6}[HMX][A-ZÑ]{5}[A-Z0-9Ñ]\\d";

/** Whole words only: a random id may contain such characters by chance. */
const CURP_WORD = new RegExp(`(?<![A-Z0-9Ñ])${CURP_SHAPE}(?![A-Z0-9Ñ])`, "iu");
const EVERY_CURP_WORD = new RegExp(CURP_WORD, "giu");
export const EVERY_CURP = new RegExp(CURP_SHAPE, "giu");

/** Text chosen by a client, such as the name of a browser, with possible CURPs masked. */
const withoutCurps = (text: string): string => text.normalize("NFC").replaceAll(EVERY_CURP, "[CURP]");

/** A value as JSON with possible CURPs masked, at any depth: the pattern matches no digit outside a string. */
const withoutCurpsIn = (value: object): string =>
  JSON.stringify(value).normalize("NFC").replaceAll(EVERY_CURP_WORD, "[CURP]");
