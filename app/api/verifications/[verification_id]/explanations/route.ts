export { putExplanations as PUT } from "#lib/server/handlers/review.ts";
