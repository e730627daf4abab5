export { getEvidenceConsistency as GET } from "#lib/server/handlers/evidence.ts";
