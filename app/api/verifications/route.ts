export { getVerifications as GET } from "#lib/server/verifications/handlers.ts";
