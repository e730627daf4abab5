export { getReceiver as GET, postReceiver as POST } from "#lib/server/handlers/receiver.ts";
