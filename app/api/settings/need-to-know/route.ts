export { getNeedToKnow as GET, putNeedToKnow as PUT } from "#lib/server/handlers/need-to-know.ts";
