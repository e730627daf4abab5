export { getEvidenceVerification as GET } from "#lib/server/evidence/handlers.ts";
