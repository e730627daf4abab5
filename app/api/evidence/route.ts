export { getEvidence as GET } from "#lib/server/evidence/handlers.ts";
