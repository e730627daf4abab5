export { postReviewBulk as POST } from "#lib/server/handlers/review.ts";
