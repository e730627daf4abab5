export { getUserReviews as GET } from "#lib/server/handlers/users.ts";
