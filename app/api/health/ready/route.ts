export { getHealthReady as GET } from "#lib/server/status/handlers.ts";
