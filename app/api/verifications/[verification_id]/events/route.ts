export { getFileEvents as GET } from "#lib/server/handlers/verification.ts";
