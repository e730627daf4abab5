export { getReviewLanes as GET } from "#lib/server/handlers/review.ts";
