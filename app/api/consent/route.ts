export { postConsent as POST } from "#lib/server/handlers/users.ts";
