export { getPrivacyRequests as GET, postPrivacyRequests as POST } from "#lib/server/privacy/handlers.ts";
