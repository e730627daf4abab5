export { getEvidenceInclusion as GET } from "#lib/edge/server/handlers/evidence.ts";
