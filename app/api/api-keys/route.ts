export { getApiKeys as GET, postApiKeys as POST } from "#lib/server/keys/handlers.ts";
