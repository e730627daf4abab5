export { getVerifications as GET } from "#lib/edge/server/handlers/verifications.ts";
