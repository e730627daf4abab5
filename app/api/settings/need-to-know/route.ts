export { getNeedToKnow as GET, putNeedToKnow as PUT } from "#lib/server/need-to-know/handlers.ts";
