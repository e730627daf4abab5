export { getDeliveriesRefusals as GET } from "#lib/server/handlers/deliveries.ts";
