export { postVerificationSearch as POST } from "#lib/edge/server/handlers/verifications.ts";
