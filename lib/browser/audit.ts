import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditList, AuditUsers } from "#lib/contract/audit/audit.ts";
import { AUDIT_FILTER, type AuditFilter } from "#lib/contract/audit/audit-filter.ts";
import { api } from "./api.ts";
import { BY_CURSOR, fetchPage } from "./pages.ts";

/** No update announces entries as they are written, so they are fetched again at intervals. */
const LOOK_MS = 15_000;

/** The trail by keyset pages, newest first. */
export const auditListOptions = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", "list", AUDIT_FILTER.write(filter).toString()] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<AuditList>("/api/audit", AUDIT_FILTER.write(filter), pageParam, signal),
    ...BY_CURSOR,
    refetchInterval: LOOK_MS,
  });

export const auditUsersOptions = () =>
  queryOptions({
    queryKey: ["audit", "users"] as const,
    queryFn: async ({ signal }) => (await api<AuditUsers>("/api/audit/users", { signal })).items,
  });

/** Where what the filter matches is downloaded. */
export const auditExportPath = (filter: AuditFilter): string => {
  const parameters = AUDIT_FILTER.write(filter);
  return parameters.size > 0 ? `/api/audit/export?${parameters}` : "/api/audit/export";
};
