export { getReviewChoices as GET } from "#lib/server/handlers/review.ts";
