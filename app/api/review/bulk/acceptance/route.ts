export { getReviewBulkAcceptance as GET, postReviewBulkAcceptance as POST } from "#lib/server/review/handlers.ts";
