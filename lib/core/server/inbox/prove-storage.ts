import { randomBytes, randomUUID } from "node:crypto";
import type { Client } from "#lib/platform/server/db/database.ts";
import { type Delivery, storeDeliveries } from "./store-deliveries.ts";

/**
 * Stores a delivery of this size and deletes it, in one transaction that reaches the disk; no reader sees it. Rejects
 * if storage fails: the disk is full, or the server is read-only. The connection is then in an unknown state.
 */
export async function proveStorage(client: Client, bytes: number): Promise<void> {
  const probe = probeOf(bytes);
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  await storeDeliveries(client, [probe]);
  await client.query("DELETE FROM inbox WHERE signature = $1", [probe.signature]);
  await client.query("COMMIT");
}

/** Random bytes: a compressible body would need less disk than a delivery. */
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
