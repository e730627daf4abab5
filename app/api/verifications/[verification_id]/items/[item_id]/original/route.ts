export { getItemOriginal as GET } from "#lib/server/handlers/verification.ts";
