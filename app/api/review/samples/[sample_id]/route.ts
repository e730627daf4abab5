export { getReviewSample as GET } from "#lib/server/review/sample-handlers.ts";
