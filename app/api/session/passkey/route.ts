export { postSessionPasskey as POST } from "#lib/server/handlers/session.ts";
