export { getErasure as GET } from "#lib/edge/server/handlers/privacy.ts";
