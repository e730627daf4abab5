export { postAuditSearch as POST } from "#lib/server/audit/handlers.ts";
