import { listAuditUsers } from "#lib/server/audit/list.ts";
import { route } from "#lib/server/http/route.ts";

/** Whom the trail can be narrowed to. */
export const GET = route({ access: "audit.read" }, () => listAuditUsers());
