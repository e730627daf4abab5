export { postReviewApproval as POST } from "#lib/server/review/handlers.ts";
