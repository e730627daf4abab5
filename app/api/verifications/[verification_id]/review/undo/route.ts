export { postReviewUndo as POST } from "#lib/server/review/handlers.ts";
