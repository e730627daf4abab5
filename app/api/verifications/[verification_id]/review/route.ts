export { putReview as PUT } from "#lib/edge/server/handlers/review.ts";
