export { getHealthReady as GET } from "#lib/server/handlers/status.ts";
