export { getOriginals as GET, putOriginals as PUT } from "#lib/server/handlers/titles.ts";
