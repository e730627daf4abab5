export { putReview as PUT } from "#lib/server/handlers/review.ts";
