export { postPageFaults as POST } from "#lib/server/handlers/status.ts";
