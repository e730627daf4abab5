export { postReviewRatification as POST } from "#lib/server/review/handlers.ts";
