export { getPersonOthers as GET } from "#lib/server/handlers/people.ts";
