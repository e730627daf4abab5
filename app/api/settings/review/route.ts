export { getReviewPolicy as GET, putReviewPolicy as PUT } from "#lib/server/review/policy-handlers.ts";
