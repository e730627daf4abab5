export { postVerificationImport as POST } from "#lib/server/verifications/handlers.ts";
