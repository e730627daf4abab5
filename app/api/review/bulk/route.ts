export { postReviewBulk as POST } from "#lib/server/review/handlers.ts";
