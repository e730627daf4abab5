export { deleteReveal as DELETE } from "#lib/server/handlers/reveals.ts";
