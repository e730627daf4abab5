export { postPeopleSearch as POST } from "#lib/server/people/handlers.ts";
