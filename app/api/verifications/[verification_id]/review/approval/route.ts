export { postReviewApproval as POST } from "#lib/server/handlers/review.ts";
