export { getDeliveries as GET } from "#lib/server/handlers/deliveries.ts";
