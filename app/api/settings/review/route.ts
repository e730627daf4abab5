export { getReviewPolicy as GET, putReviewPolicy as PUT } from "#lib/server/handlers/review-policy.ts";
