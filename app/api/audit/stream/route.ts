export { getAuditStream as GET } from "#lib/server/handlers/audit.ts";
