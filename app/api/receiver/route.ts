export { getReceiver as GET, postReceiver as POST } from "#lib/edge/server/handlers/status.ts";
