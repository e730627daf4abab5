export { getReviewSamples as GET, postReviewSamples as POST } from "#lib/server/handlers/samples.ts";
