export { getAudit as GET } from "#lib/server/audit/handlers.ts";
