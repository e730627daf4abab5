export { deleteVerification as DELETE, getVerification as GET } from "#lib/server/handlers/verification.ts";
