export { getPeople as GET } from "#lib/server/handlers/people.ts";
