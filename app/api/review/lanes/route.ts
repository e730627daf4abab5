export { getReviewLanes as GET } from "#lib/server/review/handlers.ts";
