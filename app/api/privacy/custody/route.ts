export { getCustody as GET, putCustody as PUT } from "#lib/server/custody/handlers.ts";
