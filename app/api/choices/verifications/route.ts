export { getVerificationChoices as GET } from "#lib/edge/server/handlers/verifications.ts";
