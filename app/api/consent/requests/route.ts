export { postConsentRequests as POST } from "#lib/edge/server/handlers/users.ts";
