export { postReviewBulk as POST } from "#lib/edge/server/handlers/review.ts";
