export { postBackups as POST } from "#lib/server/status/handlers.ts";
