export { getEvidence as GET } from "#lib/edge/server/handlers/evidence.ts";
