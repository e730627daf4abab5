export { postReviewNext as POST } from "#lib/server/handlers/review.ts";
