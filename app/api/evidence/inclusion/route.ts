export { getEvidenceInclusion as GET } from "#lib/server/handlers/evidence.ts";
