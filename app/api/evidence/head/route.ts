export { getEvidenceHead as GET } from "#lib/server/evidence/handlers.ts";
