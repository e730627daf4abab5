export { getVerificationChoices as GET } from "#lib/server/handlers/verifications.ts";
