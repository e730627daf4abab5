export { postReviewRatification as POST } from "#lib/server/handlers/review.ts";
