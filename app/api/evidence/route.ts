export { getEvidence as GET } from "#lib/server/handlers/evidence.ts";
