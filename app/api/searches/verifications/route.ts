export { postVerificationSearch as POST } from "#lib/server/handlers/verifications.ts";
