import { listAuditUsers } from "#lib/server/audit/list.ts";
import { route } from "#lib/server/http/route.ts";

/** Users to filter the trail by. */
export const GET = route({ access: "audit.read" }, () => listAuditUsers());
