export { getReviewSamples as GET, postReviewSamples as POST } from "#lib/edge/server/handlers/samples.ts";
