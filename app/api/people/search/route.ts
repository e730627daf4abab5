export { postPeopleSearch as POST } from "#lib/edge/server/handlers/people.ts";
