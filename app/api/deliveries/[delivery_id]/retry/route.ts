export { postDeliveryRetry as POST } from "#lib/server/handlers/deliveries.ts";
