import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { listAudit } from "#lib/server/audit/list.ts";
import { filterQuery, PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "audit.read", query: filterQuery(AUDIT_FILTER, PAGE) }, ({ query, session }) =>
  listAudit({ ...query, reader: session.user.role }),
);
