export { postReviewSampleSignOff as POST } from "#lib/server/handlers/samples.ts";
