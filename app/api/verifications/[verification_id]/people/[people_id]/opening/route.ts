export { postPersonOpening as POST } from "#lib/edge/server/handlers/people.ts";
