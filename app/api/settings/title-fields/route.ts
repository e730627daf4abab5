export { getTitleFields as GET, putTitleFields as PUT } from "#lib/server/titles/handlers.ts";
