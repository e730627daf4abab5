export { getReviewLog as GET } from "#lib/server/review/handlers.ts";
