export { getPersonOthers as GET } from "#lib/server/people/handlers.ts";
