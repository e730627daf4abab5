export { getStatements as GET, postStatements as POST } from "#lib/edge/server/handlers/statements.ts";
