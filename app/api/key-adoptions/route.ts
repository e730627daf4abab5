export { postKeyAdoptions as POST } from "#lib/server/keys/handlers.ts";
