export { postRotationResume as POST } from "#lib/server/handlers/keys.ts";
