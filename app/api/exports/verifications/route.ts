export { getVerificationExport as GET } from "#lib/edge/server/handlers/export.ts";
