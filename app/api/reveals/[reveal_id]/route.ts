export { deleteReveal as DELETE } from "#lib/edge/server/handlers/reveals.ts";
