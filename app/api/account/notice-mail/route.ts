export { getOwnNoticeMail as GET, putOwnNoticeMail as PUT } from "#lib/server/notices/handlers.ts";
