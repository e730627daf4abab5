export { getNotices as GET } from "#lib/server/handlers/notices.ts";
