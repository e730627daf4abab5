export { postDeliveriesSignatureCheck as POST } from "#lib/server/deliveries/handlers.ts";
