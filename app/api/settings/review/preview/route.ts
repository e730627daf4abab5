export { postReviewPreview as POST } from "#lib/edge/server/handlers/statements.ts";
