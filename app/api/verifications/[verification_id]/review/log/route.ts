export { getReviewLog as GET } from "#lib/edge/server/handlers/review.ts";
