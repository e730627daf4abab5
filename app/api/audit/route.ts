export { getAudit as GET } from "#lib/server/handlers/audit.ts";
