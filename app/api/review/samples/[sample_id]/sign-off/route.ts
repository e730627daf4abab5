export { postReviewSampleSignOff as POST } from "#lib/edge/server/handlers/samples.ts";
