export { postAuditSearch as POST } from "#lib/server/handlers/audit.ts";
