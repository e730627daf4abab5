export { postConsentRequests as POST } from "#lib/server/access/user-handlers.ts";
