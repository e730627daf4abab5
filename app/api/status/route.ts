export { getStatus as GET } from "#lib/server/status/handlers.ts";
