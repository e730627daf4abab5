export { getDeliveriesRefusals as GET } from "#lib/server/deliveries/handlers.ts";
