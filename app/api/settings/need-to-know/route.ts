export { getNeedToKnow as GET, putNeedToKnow as PUT } from "#lib/edge/server/handlers/need-to-know.ts";
