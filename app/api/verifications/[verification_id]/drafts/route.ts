export { getDrafts as GET } from "#lib/server/drafts/handlers.ts";
