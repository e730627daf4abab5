export { getAuditExport as GET } from "#lib/server/handlers/audit.ts";
