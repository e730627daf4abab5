export { getApiKeys as GET, postApiKeys as POST } from "#lib/edge/server/handlers/keys.ts";
