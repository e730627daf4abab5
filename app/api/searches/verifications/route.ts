export { postVerificationSearch as POST } from "#lib/server/verifications/handlers.ts";
