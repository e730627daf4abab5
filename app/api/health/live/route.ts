export { getHealthLive as GET } from "#lib/server/handlers/status.ts";
