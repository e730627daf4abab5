export { getReviewBulkAcceptance as GET, postReviewBulkAcceptance as POST } from "#lib/edge/server/handlers/review.ts";
