export { putReview as PUT } from "#lib/server/review/handlers.ts";
