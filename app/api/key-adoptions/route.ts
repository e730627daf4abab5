export { postKeyAdoptions as POST } from "#lib/server/handlers/keys.ts";
