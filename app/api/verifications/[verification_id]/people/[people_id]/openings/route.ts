export { getPersonOpenings as GET } from "#lib/edge/server/handlers/people.ts";
