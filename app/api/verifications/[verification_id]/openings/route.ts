export { getFileOpenings as GET } from "#lib/server/verifications/file-handlers.ts";
