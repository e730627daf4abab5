export { getCustody as GET, putCustody as PUT } from "#lib/server/handlers/custody.ts";
