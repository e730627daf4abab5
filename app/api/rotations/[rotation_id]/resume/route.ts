export { postRotationResume as POST } from "#lib/server/keys/handlers.ts";
