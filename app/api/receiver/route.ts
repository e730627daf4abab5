export { getReceiver as GET, postReceiver as POST } from "#lib/server/receiver-connection/handlers.ts";
