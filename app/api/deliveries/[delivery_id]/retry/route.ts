export { postDeliveryRetry as POST } from "#lib/server/deliveries/handlers.ts";
