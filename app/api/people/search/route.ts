export { postPeopleSearch as POST } from "#lib/server/handlers/people.ts";
