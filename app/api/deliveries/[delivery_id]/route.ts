export { getDelivery as GET } from "#lib/server/deliveries/handlers.ts";
