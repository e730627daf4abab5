export { getOwnNoticeMail as GET, putOwnNoticeMail as PUT } from "#lib/server/handlers/notices.ts";
