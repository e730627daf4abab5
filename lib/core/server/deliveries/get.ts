import type { DeliveryDetail, DeliveryEffect } from "#lib/core/contract/deliveries/delivery.ts";
import { readDelivery, type VerificationEvent } from "#lib/core/contract/events/event.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { eventInstant, statementOf } from "#lib/core/server/verifications/statement.ts";
import { utf8Text } from "#lib/platform/contract/text.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";
import { DELIVERY_COLUMNS, type DeliveryRow, summaryOf } from "./list.ts";

type DetailRow = DeliveryRow & Pick<DeliveryDetail, "signature" | "receiver_id" | "attempts" | "next_attempt_at">;

export async function getDelivery(
  { delivery_id }: { delivery_id: number },
  { pool }: Pooled = database(),
): Promise<DeliveryDetail | null> {
  const row = await findRow<DetailRow>(
    pool,
    `SELECT ${DELIVERY_COLUMNS}, entry.signature, entry.receiver_id, entry.attempts, entry.next_attempt_at
     FROM inbox AS entry LEFT JOIN verification_summaries AS summary USING (verification_id)
     WHERE entry.id = $1 AND entry.kind = 'delivery' AND entry.state <> 'blocked'`,
    [delivery_id],
  );
  if (!row) return null;
  const { signature, receiver_id, attempts, next_attempt_at, ...summary } = row;
  return {
    ...summaryOf(summary),
    signature,
    receiver_id,
    attempts,
    next_attempt_at,
    size: row.body?.byteLength ?? null,
    payload: row.body && utf8Text(row.body),
    effects: await effects(row, { pool }),
  };
}

async function effects({ state, body, signed_at, verification_id }: DetailRow, db: Pooled) {
  if (state !== "applied" || body === null || verification_id === null) return [];
  const read = readDelivery(body);
  const shown = read.recognized ? await getVerification(verification_id, db) : null;
  return read.recognized && shown ? effectsOf(read.event, signed_at, shown) : [];
}

/**
 * The statements of an applied event, and whether the read model shows them now. `t`: Unix seconds of its signature; a
 * later event time counts as the end of that second, as in the facts (design §4). Pure.
 */
export function effectsOf(event: VerificationEvent, t: number, shown: VerificationDetail): DeliveryEffect[] {
  const at = eventInstant(event, t);
  const statement = statementOf(event, t, shown.items);
  const effects: DeliveryEffect[] = [{ statement, at, standing: standingOf(event, at, shown) }];
  if ("status" in event.data && event.data.status) {
    const to = event.data.status;
    effects.push({ statement: { kind: "status", to }, at, standing: currentIf(shown.verification.status === to) });
  }
  return effects;
}

const currentIf = (current: boolean) => (current ? "current" : "overtaken");

function standingOf(
  { event_name, data }: VerificationEvent,
  at: Instant | null,
  { verification, findings, items, labels }: VerificationDetail,
): DeliveryEffect["standing"] {
  switch (event_name) {
    case "verification.v2.created":
      return "current";
    case "verification.v2.finished":
      return currentIf(verification.status === "finished");
    case "verification.v2.extraction_completed":
      return currentIf(verification.extraction_completed_at === at);
    case "verification.v2.document_status_updated":
      return currentIf(
        verification.documents_status === data.documents_status && verification.documents_status_at === at,
      );
    case "verification.v2.findings.updated":
      return currentIf(findings?.run_id === data.run_id);
    case "verification_item.v2.completed":
    case "verification_item.v2.extraction_completed":
    case "verification_item.v2.internal_status_changed":
      return currentIf(items.find((item) => item.item_id === data.item_id)?.history.at(-1)?.at === at);
    case "verification.v2.label_added": {
      const label = labels.find((entry) => entry.label === data.entity.label);
      return currentIf(!label?.removed_at && label?.added_at === at);
    }
    case "verification.v2.label_removed":
      return currentIf(labels.find((entry) => entry.label === data.entity.label)?.removed_at === at);
    case "verification_people.curp_search_completed":
      // Findings are read from the service; the event only states that they changed.
      return "unknown";
  }
}
