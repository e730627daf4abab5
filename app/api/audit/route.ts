import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { listAudit } from "#lib/server/audit/list.ts";
import { pageParameters } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "audit.read" }, async ({ parameters, session }) => {
  const { filter } = AUDIT_FILTER.read(parameters);
  return listAudit({ filter, ...pageParameters(parameters), reader: session.user.role });
});
