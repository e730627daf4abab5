export { getEvidenceInclusion as GET } from "#lib/server/evidence/handlers.ts";
