import { randomBytes, randomUUID } from "node:crypto";
import type { Client } from "#lib/server/db/database.ts";
import { type Delivery, storeDeliveries } from "./store-deliveries.ts";

/**
 * Stores a delivery of so many bytes and takes it back, in one transaction that reaches the disk; no reader sees it. Rejects
 * where nothing can be stored: the disk is full, or the server only reads. The connection is then in no known state.
 */
export async function proveStorage(client: Client, bytes: number): Promise<void> {
  const probe = probeOf(bytes);
  await client.query("BEGIN");
  await storeDeliveries(client, [probe]);
  await client.query("DELETE FROM inbox WHERE signature = $1", [probe.signature]);
  await client.query("COMMIT");
}

/** Random, since what compresses well would need less of the disk than a delivery does. */
const probeOf = (bytes: number): Delivery => ({
  signature: `probe ${randomUUID()}`,
  receiver_id: "probe",
  signed_at: 0,
  body: randomBytes(bytes),
  late: false,
  event_name: null,
  verification_id: null,
  unrecognized: null,
});
