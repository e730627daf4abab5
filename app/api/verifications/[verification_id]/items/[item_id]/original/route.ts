export { getItemOriginal as GET } from "#lib/edge/server/handlers/verification.ts";
