export { getFileOpenings as GET } from "#lib/edge/server/handlers/verification.ts";
