/** The source addresses of deliveries (interface, Webhook signature), which a firewall must let in. */
export const SOURCE_ADDRESSES: readonly string[] = ["35.170.236.123", "54.162.134.233"];
