export { getDecision as GET } from "#lib/edge/server/handlers/decisions.ts";
