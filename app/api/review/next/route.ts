export { postReviewNext as POST } from "#lib/server/review/handlers.ts";
