export { getHealthLive as GET } from "#lib/server/status/handlers.ts";
