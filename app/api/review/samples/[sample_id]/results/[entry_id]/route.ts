export { putReviewSampleResult as PUT } from "#lib/server/handlers/samples.ts";
