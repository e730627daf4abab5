export { getFileOpenings as GET } from "#lib/server/handlers/verification.ts";
