export { getDecision as GET } from "#lib/server/handlers/decisions.ts";
