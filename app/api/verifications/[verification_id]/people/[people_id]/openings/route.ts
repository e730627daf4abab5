export { getPersonOpenings as GET } from "#lib/server/handlers/people.ts";
