export { getReveals as GET } from "#lib/server/vault/handlers.ts";
