export { postEvidencePackages as POST } from "#lib/server/evidence/handlers.ts";
