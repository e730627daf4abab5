export { getReviewSamples as GET, postReviewSamples as POST } from "#lib/server/review/sample-handlers.ts";
