export { getReviewSample as GET } from "#lib/edge/server/handlers/samples.ts";
