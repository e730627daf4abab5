export { postFileRead as POST } from "#lib/edge/server/handlers/verification.ts";
