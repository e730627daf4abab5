export { getEvidenceTimestamps as GET } from "#lib/server/evidence/handlers.ts";
