export { postVerificationImport as POST } from "#lib/server/handlers/verifications.ts";
