export { postVerificationImport as POST } from "#lib/edge/server/handlers/verifications.ts";
