export { getErasure as GET } from "#lib/server/privacy/handlers.ts";
