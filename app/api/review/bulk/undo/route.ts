export { postReviewBulkUndo as POST } from "#lib/server/handlers/review.ts";
