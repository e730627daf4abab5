export { deleteVerification as DELETE, getVerification as GET } from "#lib/edge/server/handlers/verification.ts";
