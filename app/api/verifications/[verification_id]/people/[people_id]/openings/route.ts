export { getPersonOpenings as GET } from "#lib/server/people/handlers.ts";
