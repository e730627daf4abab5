export { postEvidencePackages as POST } from "#lib/server/handlers/evidence.ts";
