export { getAuditStream as GET } from "#lib/edge/server/handlers/audit.ts";
