export { getEvidenceConsistency as GET } from "#lib/edge/server/handlers/evidence.ts";
