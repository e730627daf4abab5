export { getEvidenceHead as GET } from "#lib/server/handlers/evidence.ts";
