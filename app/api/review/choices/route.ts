export { getReviewChoices as GET } from "#lib/edge/server/handlers/review.ts";
