import { listAuditUsers } from "#lib/server/queries/audit/users.ts";
import { route } from "#lib/server/route.ts";

/** Whom the trail can be narrowed to. */
export const GET = route({ access: "audit.read" }, () => listAuditUsers());
