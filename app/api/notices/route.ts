export { getNotices as GET } from "#lib/edge/server/handlers/notices.ts";
