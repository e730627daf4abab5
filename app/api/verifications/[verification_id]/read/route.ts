export { postFileRead as POST } from "#lib/server/verifications/file-handlers.ts";
