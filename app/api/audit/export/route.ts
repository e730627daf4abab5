export { getAuditExport as GET } from "#lib/server/audit/handlers.ts";
