export { postPageFaults as POST } from "#lib/edge/server/handlers/status.ts";
