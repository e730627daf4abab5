export { getDelivery as GET } from "#lib/server/handlers/deliveries.ts";
