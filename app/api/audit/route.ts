import { z } from "zod";
import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { listAudit, MAX_PAGE } from "#lib/server/audit/list.ts";
import { route } from "#lib/server/http/route.ts";

const limitShape = z.coerce.number().int().min(1).max(MAX_PAGE).catch(50);

export const GET = route({ access: "audit.read" }, async ({ request }) => {
  const parameters = request.nextUrl.searchParams;
  const { filter } = AUDIT_FILTER.read(parameters);
  return listAudit({
    filter,
    cursor: parameters.get("cursor"),
    limit: limitShape.parse(parameters.get("limit") ?? 50),
  });
});
