export { getOwnNoticeMail as GET, putOwnNoticeMail as PUT } from "#lib/edge/server/handlers/notices.ts";
