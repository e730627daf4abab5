export { postConsentRequests as POST } from "#lib/server/handlers/users.ts";
