export { getEvidenceTimestamp as GET } from "#lib/server/evidence/handlers.ts";
