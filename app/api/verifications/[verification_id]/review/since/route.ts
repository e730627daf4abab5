export { getReviewSince as GET } from "#lib/edge/server/handlers/review.ts";
