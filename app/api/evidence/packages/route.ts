export { postEvidencePackages as POST } from "#lib/edge/server/handlers/evidence.ts";
