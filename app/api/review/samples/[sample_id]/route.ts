export { getReviewSample as GET } from "#lib/server/handlers/samples.ts";
