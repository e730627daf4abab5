export { getReviewBulkAcceptance as GET, postReviewBulkAcceptance as POST } from "#lib/server/handlers/review.ts";
