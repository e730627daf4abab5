export { putReviewSampleResult as PUT } from "#lib/edge/server/handlers/samples.ts";
