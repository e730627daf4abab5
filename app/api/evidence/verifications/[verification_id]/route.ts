export { getEvidenceVerification as GET } from "#lib/server/handlers/evidence.ts";
