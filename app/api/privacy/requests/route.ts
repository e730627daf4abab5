export { getPrivacyRequests as GET, postPrivacyRequests as POST } from "#lib/edge/server/handlers/privacy.ts";
