export { postSessionStepUp as POST } from "#lib/server/access/session-handlers.ts";
