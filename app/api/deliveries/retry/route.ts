export { getDeliveriesRetry as GET, postDeliveriesRetry as POST } from "#lib/edge/server/handlers/deliveries.ts";
