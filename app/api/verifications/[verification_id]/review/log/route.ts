export { getReviewLog as GET } from "#lib/server/handlers/review.ts";
