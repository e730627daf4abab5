export { getOriginals as GET, putOriginals as PUT } from "#lib/edge/server/handlers/titles.ts";
