import { shownCurp } from "#lib/core/contract/need-to-know/shown.ts";
import { type SearchKind, searchKindOf } from "#lib/core/contract/people/people-search.ts";
import { recordPeopleSearched } from "#lib/core/server/need-to-know/openings.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { withinCurpLimit } from "#lib/core/server/people/curp-search-limit.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import type { Role } from "#lib/platform/manifest.ts";
import type { Actor } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import {
  type ArcoDetail,
  type ArcoKept,
  type ArcoSubject,
  isCertain,
  MAX_ARCO_OPENINGS,
  type PersonOpenings,
  wasSearched,
} from "#lib/records/contract/privacy/arco.ts";
import { keptAbout } from "./kept.ts";
import { asShown, readLog, readRequest } from "./register.ts";

/**
 * A request with its log and all data kept about its subject; the search is recorded before its result is sent. With
 * `whole`, a role that is shown whole CURPs gets the whole CURP, which is recorded as an opening. Throws NOT_FOUND.
 */
export async function readDetail(
  { request_id, whole, role }: { request_id: string; whole: boolean; role: Role },
  actor: Actor,
  connection: Pooled = database(),
): Promise<ArcoDetail> {
  const { pool } = connection;
  const row = await readRequest(pool, request_id);
  const { working } = await readPolicy(pool);
  const shown = asShown(row, working);
  const rule = await ruleFor(role, pool);
  if (whole && row.curp !== null && rule.curp === "whole") {
    await inTransaction(pool, (tx) => writeAudit(tx, { action: "privacy_request.opened", ids: { request_id }, actor }));
    shown.subject.curp = row.curp;
  }
  const kept = await searchKept(row, actor, connection);
  const maskCurp = <Of extends { curp: string | null }>(one: Of): Of =>
    rule.curp === "none" ? { ...one, curp: shownCurp(one.curp, rule) } : one;
  return {
    ...shown,
    subject: maskCurp(shown.subject),
    log: await readLog(pool, request_id),
    time_zone: working.time_zone,
    kept: { ...kept, people: kept.people.map(maskCurp) },
  };
}

/** Searches the data kept about a subject, which the audit trail records as a search of people. */
export async function searchKept(subject: ArcoSubject, actor: Actor, connection: Pooled): Promise<ArcoKept> {
  if (subject.curp !== null) withinCurpLimit(actor.user?.id ?? "", subject.curp);
  const kept = await keptAbout(subject, connection);
  if (!wasSearched(subject, kept)) return kept;
  const kinds = new Set<SearchKind>(
    [subject.curp, subject.name].flatMap((text) => (text === null ? [] : searchKindOf(text))),
  );
  const shown = kept.people.map(({ verification_id }) => verification_id);
  for (const kind of kinds.size > 0 ? kinds : (["words"] as const)) {
    await recordPeopleSearched({ kind, found: kept.found, shown }, actor, connection);
  }
  return kept;
}

const OPENINGS = `
  SELECT at, action, COALESCE(users.name, user_email, token.name) AS by
  FROM audit_log LEFT JOIN users ON users.id = user_id LEFT JOIN service_tokens AS token ON token.id = audit_log.token_id
  WHERE (ids ->> 'verification_id') COLLATE "C" = $1 AND ids -> 'people_ids' @> to_jsonb($2::bigint)
    AND action IN ('people.opened', 'curp_pdf.opened')
  ORDER BY audit_log.id DESC LIMIT ${MAX_ARCO_OPENINGS}`;

/**
 * The openings, by the audit trail, of the certain matches of a request's subject. The search is recorded, as by
 * `readDetail`. Throws NOT_FOUND.
 */
export async function whoSaw(
  request_id: string,
  actor: Actor,
  connection: Pooled = database(),
): Promise<{ people: PersonOpenings[] }> {
  const { pool } = connection;
  const kept = await searchKept(await readRequest(pool, request_id), actor, connection);
  const people: PersonOpenings[] = [];
  for (const { key, verification_id, people_id, name } of kept.people.filter(isCertain)) {
    if (people_id === null) continue;
    const { rows } = await pool.query<PersonOpenings["openings"][number]>(OPENINGS, [verification_id, people_id]);
    people.push({ key, verification_id, name, openings: rows });
  }
  return { people };
}
