export { postPersonOpening as POST } from "#lib/server/people/handlers.ts";
