export { getReviewSince as GET } from "#lib/server/review/handlers.ts";
