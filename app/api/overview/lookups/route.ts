export { getFailedLookups as GET } from "#lib/server/people/handlers.ts";
