export { postPersonOpening as POST } from "#lib/server/handlers/people.ts";
