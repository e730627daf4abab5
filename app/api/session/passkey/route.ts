export { postSessionPasskey as POST } from "#lib/edge/server/handlers/session.ts";
