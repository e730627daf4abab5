export { getReviewChoices as GET } from "#lib/server/review/handlers.ts";
