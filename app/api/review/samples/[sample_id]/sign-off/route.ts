export { postReviewSampleSignOff as POST } from "#lib/server/review/sample-handlers.ts";
