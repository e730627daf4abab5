export { postSessionStepUp as POST } from "#lib/server/handlers/session.ts";
