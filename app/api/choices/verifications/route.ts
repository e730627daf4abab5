export { getVerificationChoices as GET } from "#lib/server/verifications/handlers.ts";
