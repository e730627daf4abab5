export { postKeyChecks as POST } from "#lib/server/handlers/keys.ts";
