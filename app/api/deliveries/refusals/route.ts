export { getDeliveriesRefusals as GET } from "#lib/edge/server/handlers/deliveries.ts";
