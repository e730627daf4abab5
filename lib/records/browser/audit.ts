import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { BY_CURSOR, fetchPage } from "#lib/platform/browser/pages.ts";
import { AUDIT_FILTER, type AuditFilter, mayAppearInAuditUrl } from "#lib/platform/contract/audit/audit-filter.ts";
import { MAX_PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import type { AuditList } from "#lib/records/contract/audit/trail.ts";

/** The trail is polled: no live message announces new entries. */
const POLL_INTERVAL_MS = 15_000;

/** Whether a filter is posted instead of written into the address, since its text may name a person. */
export const isPosted = ({ q }: AuditFilter): boolean => q !== null && !mayAppearInAuditUrl(q);

function auditPage(filter: AuditFilter, cursor: string | null, signal: AbortSignal): Promise<AuditList> {
  if (!isPosted(filter)) return fetchPage("GET /api/audit", AUDIT_FILTER.write(filter), cursor, { signal });
  const body = cursor === null ? filter : { ...filter, cursor, limit: MAX_PAGE_ROWS };
  return api("POST /api/searches/audit", { body, signal });
}

/** The trail by keyset pages, newest first. The text is a separate part of the key, since it must not appear in an address. */
export const auditListOptions = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", "list", AUDIT_FILTER.write(filter).toString(), filter.q] as const,
    queryFn: ({ pageParam, signal }) => auditPage(filter, pageParam, signal),
    ...BY_CURSOR,
    // Each search of people is recorded, so it is not repeated by polling.
    refetchInterval: isPosted(filter) ? false : POLL_INTERVAL_MS,
  });

export const newestAuditOptions = () =>
  queryOf(["audit", "newest"], "GET /api/audit", { query: { limit: "1" }, refetchInterval: POLL_INTERVAL_MS });

export const auditUsersOptions = () => queryOf(["audit", "users"], "GET /api/audit/users");

export const auditExportPath = (filter: AuditFilter): string => {
  const parameters = AUDIT_FILTER.write(filter);
  return parameters.size > 0 ? `/api/audit/export?${parameters}` : "/api/audit/export";
};
