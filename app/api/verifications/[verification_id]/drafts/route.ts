export { getDrafts as GET } from "#lib/edge/server/handlers/drafts.ts";
