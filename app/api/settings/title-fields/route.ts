export { getTitleFields as GET, putTitleFields as PUT } from "#lib/edge/server/handlers/titles.ts";
