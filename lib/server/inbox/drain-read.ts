import { type EventName, isEventName, readDelivery } from "#lib/contract/events/event.ts";
import { NOTHING_STATED, readVerificationSnapshot } from "#lib/contract/events/snapshot.ts";
import { type Fact, factsOfEvent } from "#lib/server/projections/facts-of-event.ts";
import type { SnapshotRow } from "#lib/server/projections/write-snapshots.ts";
import type { ClaimedRow } from "./claim.ts";
import { RowError } from "./drain-errors.ts";

type Read = { id: number; recent: boolean };

/** What the rows of a batch say, before anything is written. */
export type ReadBatch = {
  deliveries: (Read & { verification_id: string; event_name: EventName; relabelled: boolean; facts: Fact[] })[];
  snapshots: (Read & { row: SnapshotRow })[];
  /** Rows that this contract does not understand (any more); `error` is a typed reason without values from the body. */
  unrecognized: { id: number; event_name: string | null; verification_id: string | null; error: string }[];
};

/** Reads claimed rows. Pure. Throws RowError for a row that can't be what it claims to be. */
export function readBatch(rows: readonly ClaimedRow[]): ReadBatch {
  const batch: ReadBatch = { deliveries: [], snapshots: [], unrecognized: [] };
  for (const row of rows) {
    if (row.kind === "snapshot") batch.snapshots.push(readSnapshot(row));
    else readDeliveryInto(batch, row);
  }
  return batch;
}

function readDeliveryInto(batch: ReadBatch, row: ClaimedRow & { kind: "delivery" }): void {
  const { id, recent } = row;
  if (row.body === null) {
    const { event_name, verification_id } = row;
    if (row.stated === null || verification_id === null || event_name === null || !isEventName(event_name)) {
      throw new RowError("a delivery whose payload is gone");
    }
    batch.deliveries.push({ id, recent, event_name, verification_id, relabelled: false, facts: row.stated });
    return;
  }
  const read = readDelivery(row.body);
  if (!read.recognized) {
    const { event_name, verification_id, reason, detail } = read;
    batch.unrecognized.push({ id, event_name, verification_id, error: `${reason}: ${detail}` });
    return;
  }
  const { event, event_name, verification_id } = read;
  const relabelled = row.event_name !== event_name || row.verification_id !== verification_id;
  const facts = factsOfEvent(event, row.signed_at);
  batch.deliveries.push({ id, recent, event_name, verification_id, relabelled, facts });
}

function readSnapshot(row: ClaimedRow & { kind: "snapshot" }): Read & { row: SnapshotRow } {
  const { id, recent, verification_id, subject, read_at, body_hash, answer } = row;
  if (row.stated !== null) return { id, recent, row: row.stated };
  if (verification_id === null) throw new RowError("a snapshot without a verification");
  if (answer === null) throw new RowError("a snapshot whose body is gone");
  const stated = subject === "verification" ? readVerificationSnapshot(parse(answer)) : NOTHING_STATED;
  return { id, recent, row: { verification_id, subject, read_at, body_hash, ...stated } };
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    throw new RowError("a snapshot whose body is not JSON");
  }
}
