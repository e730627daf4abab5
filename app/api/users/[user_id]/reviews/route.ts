export { getUserReviews as GET } from "#lib/edge/server/handlers/users.ts";
