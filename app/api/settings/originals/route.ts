export { getOriginals as GET, putOriginals as PUT } from "#lib/server/titles/handlers.ts";
