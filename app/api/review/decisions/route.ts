export { getReviewDecisions as GET } from "#lib/server/handlers/decisions.ts";
