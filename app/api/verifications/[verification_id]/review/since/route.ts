export { getReviewSince as GET } from "#lib/server/handlers/review.ts";
