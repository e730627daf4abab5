export { getStatus as GET } from "#lib/server/handlers/status.ts";
