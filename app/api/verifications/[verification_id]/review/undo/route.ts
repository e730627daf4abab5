export { postReviewUndo as POST } from "#lib/server/handlers/review.ts";
