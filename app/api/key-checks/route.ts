export { postKeyChecks as POST } from "#lib/server/keys/handlers.ts";
