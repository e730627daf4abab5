export { deleteVerification as DELETE, getVerification as GET } from "#lib/server/verifications/file-handlers.ts";
