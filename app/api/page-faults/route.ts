export { postPageFaults as POST } from "#lib/server/status/handlers.ts";
