export { getUserReviews as GET } from "#lib/server/access/user-handlers.ts";
