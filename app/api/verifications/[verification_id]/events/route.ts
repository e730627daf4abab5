export { getFileEvents as GET } from "#lib/edge/server/handlers/verification.ts";
