export { getVerifications as GET } from "#lib/server/handlers/verifications.ts";
