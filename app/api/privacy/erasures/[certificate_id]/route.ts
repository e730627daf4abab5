export { getErasure as GET } from "#lib/server/handlers/privacy.ts";
