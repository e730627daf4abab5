export { postReviewBulkUndo as POST } from "#lib/server/review/handlers.ts";
