export { postDeliveryRetry as POST } from "#lib/edge/server/handlers/deliveries.ts";
