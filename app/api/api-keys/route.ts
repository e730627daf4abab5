export { getApiKeys as GET, postApiKeys as POST } from "#lib/server/handlers/keys.ts";
