export { getVerificationExport as GET } from "#lib/server/handlers/export.ts";
