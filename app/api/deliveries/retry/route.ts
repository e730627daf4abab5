export { getDeliveriesRetry as GET, postDeliveriesRetry as POST } from "#lib/server/deliveries/handlers.ts";
