export { getEvidenceConsistency as GET } from "#lib/server/evidence/handlers.ts";
