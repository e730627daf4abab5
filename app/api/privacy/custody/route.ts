export { getCustody as GET, putCustody as PUT } from "#lib/edge/server/handlers/custody.ts";
