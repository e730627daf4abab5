import type { DeliveryDetail, DeliveryEffect } from "#lib/contract/deliveries/delivery.ts";
import { eventTime, readDelivery, type VerificationEvent } from "#lib/contract/events/event.ts";
import { endOfSecond, type Instant } from "#lib/contract/time.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { type Database, database } from "#lib/server/db/database.ts";
import { payloadText } from "#lib/server/verifications/events.ts";
import { getVerification } from "#lib/server/verifications/get.ts";
import { DELIVERY_COLUMNS, type DeliveryRow, summaryOf } from "./list.ts";

type Row = DeliveryRow & {
  signature: string;
  receiver_id: string;
  attempts: number;
  next_attempt_at: Instant | null;
};

/** One delivery with what was sent and what it states; null when there is none of this id. */
export async function getDelivery(
  { delivery_id }: { delivery_id: number },
  { pool }: Pick<Database, "pool"> = database(),
): Promise<DeliveryDetail | null> {
  const { rows } = await pool.query<Row>(
    `SELECT ${DELIVERY_COLUMNS}, entry.signature, entry.receiver_id, entry.attempts, entry.next_attempt_at
     FROM inbox AS entry LEFT JOIN verification_summaries AS summary USING (verification_id)
     WHERE entry.id = $1 AND entry.kind = 'delivery'`,
    [delivery_id],
  );
  const [row] = rows;
  if (!row) return null;
  const { signature, receiver_id, attempts, next_attempt_at, ...summary } = row;
  return {
    ...summaryOf(summary),
    signature,
    receiver_id,
    attempts,
    next_attempt_at,
    size: row.body?.byteLength ?? null,
    payload: row.body && payloadText(row.body),
    effects: await effects(row, { pool }),
  };
}

async function effects({ state, body, signed_at, verification_id }: Row, db: Pick<Database, "pool">) {
  if (state !== "applied" || body === null || verification_id === null) return [];
  const read = readDelivery(body);
  const shown = read.recognized ? await getVerification(verification_id, db) : null;
  return read.recognized && shown ? effectsOf(read.event, signed_at, shown) : [];
}

/**
 * What an applied event states, and whether that is what the read model shows now. `t`: Unix seconds of its signature; a
 * time after it counts as its end, as it does in the facts (design §4). Pure.
 */
export function effectsOf(event: VerificationEvent, t: number, shown: VerificationDetail): DeliveryEffect[] {
  const { event_name, data } = event;
  const own = eventTime(event);
  const signed = endOfSecond(t);
  const at = own && earlier(own.at ?? signed, signed);
  const standing = (current: boolean) => ({ at, standing: current ? ("current" as const) : ("overtaken" as const) });
  const { verification } = shown;
  const status: DeliveryEffect[] =
    "status" in data && data.status !== null
      ? [{ kind: "status", to: data.status, ...standing(verification.status === data.status) }]
      : [];
  switch (event_name) {
    case "verification.v2.created":
    case "verification.v2.finished":
      return status;
    case "verification.v2.extraction_completed":
      return [{ kind: "extraction", ...standing(verification.extraction_completed_at === at) }, ...status];
    case "verification.v2.document_status_updated": {
      const { documents_status: to, previous_documents_status: from } = data;
      const current = verification.documents_status === to && verification.documents_status_at === at;
      return [{ kind: "documents_status", from, to, ...standing(current) }, ...status];
    }
    case "verification.v2.findings.updated": {
      const { findings, source, run_id } = data;
      const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
      const counts = { high: count("high"), medium: count("medium"), low: count("low") };
      return [{ kind: "findings", ...counts, source, ...standing(shown.findings?.run_id === run_id) }];
    }
    case "verification_item.v2.completed":
    case "verification_item.v2.extraction_completed":
    case "verification_item.v2.internal_status_changed": {
      const { item_id, item_error } = data;
      const internal_status = "internal_status" in data ? data.internal_status : null;
      const latest = shown.items.find((item) => item.item_id === item_id)?.history.at(-1);
      return [{ kind: "item", item_id, internal_status, item_error, ...standing(latest?.at === at) }];
    }
    case "verification.v2.label_added":
    case "verification.v2.label_removed": {
      const kind = event_name === "verification.v2.label_added" ? "label_added" : "label_removed";
      const label = shown.labels.find((entry) => entry.label === data.entity.label);
      const current =
        kind === "label_removed" ? label?.removed_at === at : !label?.removed_at && label?.added_at === at;
      return [{ kind, label: data.entity.display_name ?? data.entity.label, ...standing(current) }, ...status];
    }
    case "verification_people.curp_search_completed": {
      const { people_id, people_error } = data;
      // What was found is read from the service; the event says only that something was.
      return [{ kind: "person", people_id, people_error, at, standing: "unknown" }];
    }
  }
}

const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other);
