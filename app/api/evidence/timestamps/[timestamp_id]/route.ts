export { getEvidenceTimestamp as GET } from "#lib/server/handlers/evidence.ts";
