export { getDrafts as GET } from "#lib/server/handlers/drafts.ts";
