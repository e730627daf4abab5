export { getDecision as GET } from "#lib/server/review/decision-handlers.ts";
