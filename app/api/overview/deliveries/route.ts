export { getRecentDeliveries as GET } from "#lib/server/handlers/deliveries.ts";
