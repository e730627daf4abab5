export { getFailedLookups as GET } from "#lib/server/handlers/people.ts";
