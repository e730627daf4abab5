export { getAuditUsers as GET } from "#lib/server/audit/handlers.ts";
