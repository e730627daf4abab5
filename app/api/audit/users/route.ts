export { getAuditUsers as GET } from "#lib/server/handlers/audit.ts";
