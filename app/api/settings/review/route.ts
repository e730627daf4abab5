export { getReviewPolicy as GET, putReviewPolicy as PUT } from "#lib/edge/server/handlers/review.ts";
