export { getDeliveriesRetry as GET, postDeliveriesRetry as POST } from "#lib/server/handlers/deliveries.ts";
