export { getTitleFields as GET, putTitleFields as PUT } from "#lib/server/handlers/titles.ts";
