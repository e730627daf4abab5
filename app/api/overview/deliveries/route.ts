export { getRecentDeliveries as GET } from "#lib/server/deliveries/handlers.ts";
