export { getPeople as GET } from "#lib/server/people/handlers.ts";
