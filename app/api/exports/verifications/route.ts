export { getVerificationExport as GET } from "#lib/server/export/handlers.ts";
