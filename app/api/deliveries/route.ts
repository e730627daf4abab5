export { getDeliveries as GET } from "#lib/server/deliveries/handlers.ts";
