export { postDeliveriesSignatureCheck as POST } from "#lib/server/handlers/deliveries.ts";
