export { postBackups as POST } from "#lib/server/handlers/status.ts";
