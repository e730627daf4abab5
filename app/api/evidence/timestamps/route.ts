export { getEvidenceTimestamps as GET } from "#lib/server/handlers/evidence.ts";
