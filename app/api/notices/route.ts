export { getNotices as GET } from "#lib/server/notices/handlers.ts";
