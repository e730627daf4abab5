export { getAuditStream as GET } from "#lib/server/audit/handlers.ts";
