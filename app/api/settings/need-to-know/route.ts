export { getNeedToKnow as GET, putNeedToKnow as PUT } from "#lib/edge/server/handlers/people.ts";
