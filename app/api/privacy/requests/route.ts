export { getPrivacyRequests as GET, postPrivacyRequests as POST } from "#lib/server/handlers/privacy.ts";
