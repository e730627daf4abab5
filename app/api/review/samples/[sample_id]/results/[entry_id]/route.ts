export { putReviewSampleResult as PUT } from "#lib/server/review/sample-handlers.ts";
