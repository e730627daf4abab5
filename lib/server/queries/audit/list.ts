import type { AuditList, AuditRow } from "#lib/contract/audit/audit.ts";
import type { AuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { parseInstant } from "#lib/contract/time.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { pageOf } from "#lib/server/queries/page.ts";
import { type Parameters, parameters } from "#lib/server/queries/statement.ts";
import { alternatives } from "./conditions.ts";

export const MAX_PAGE = 200;
const PAGE = 50;

export type AuditPage = { filter: AuditFilter; cursor?: string | null; limit?: number };

/** A page of the trail by keyset, newest first. */
export async function listAudit(
  { filter, cursor, limit: asked = PAGE }: AuditPage,
  { pool }: Pick<Database, "pool"> = database(),
  most: number = MAX_PAGE,
): Promise<AuditList> {
  const limit = Math.min(Math.max(asked, 1), most);
  const collected = parameters();
  const { rows: found } = await pool.query<AuditRow>(
    pageStatement(filter, cursor, limit + 1, collected),
    collected.values,
  );
  const { rows, last } = pageOf(found, limit);
  return { items: rows, next_cursor: last ? `${last.at}_${last.entry_id}` : null };
}

/** The statement of a page, whose plan a test looks at. */
export function pageStatement(
  filter: AuditFilter,
  cursor: string | null | undefined,
  limit: number,
  collected: Parameters,
): string {
  const after = afterCursor(cursor, collected);
  const parts = alternatives(filter, collected).map(
    (where) => `(SELECT id, at FROM audit_log AS log WHERE ${where} ${after} ORDER BY at DESC, id DESC LIMIT ${limit})`,
  );
  return `WITH page AS MATERIALIZED (
      SELECT id FROM (${parts.join(" UNION ALL ")}) AS parts ORDER BY at DESC, id DESC LIMIT ${limit}
    )
    SELECT log.id AS entry_id, log.at, begun.at AS began_at, log.action,
      CASE WHEN log.user_id IS NOT NULL THEN jsonb_build_object('id', log.user_id, 'email', log.user_email) END AS user,
      host(log.address) AS address, log.user_agent, log.ids, about.email AS account, log.before, log.after,
      CASE log.outcome WHEN 'begun' THEN 'unknown' ELSE log.outcome END AS outcome, log.error_code
    FROM page JOIN audit_log AS log USING (id) LEFT JOIN audit_log AS begun ON begun.id = log.intent_id
      LEFT JOIN users AS about ON about.id = (log.ids ->> 'user_id')::uuid
    ORDER BY log.at DESC, log.id DESC`;
}

/** A cursor that was tampered with starts again at the first page instead of failing. */
function afterCursor(cursor: string | null | undefined, { add }: Parameters): string {
  const [at = "", id = ""] = (cursor ?? "").split("_");
  if (!parseInstant(at) || !/^\d{1,15}$/.test(id)) return "";
  return `AND (at, id) < (${add(at)}::timestamptz, ${add(Number(id))}::bigint)`;
}
