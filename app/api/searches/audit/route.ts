export { postAuditSearch as POST } from "#lib/edge/server/handlers/audit.ts";
