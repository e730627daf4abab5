import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** Events of a verification: creation, changes, findings, labels, and its items' reports. */
const EVENTS_OF_ONE = 8;

/** `count` different events, eight to a verification. */
export function* eventBodies(count: number): Generator<string> {
  let verificationId = "";
  for (let index = 0; index < count; index += 1) {
    if (index % EVENTS_OF_ONE === 0) verificationId = `ver_${randomUUID()}`;
    yield eventBody(verificationId, index);
  }
}

/**
 * The body of an event about this verification, with the fields of the interface's event list; `index` selects the event.
 * Events may request reads, which the benchmark's worker does not send, since it has no key.
 */
export function eventBody(verification_id: string, index: number): string {
  const { event_name, fields } = variety(index);
  return JSON.stringify({ event_name, data: { verification_id, account_id: "acc_benchmark", ...fields } });
}

function variety(index: number): { event_name: string; fields: Record<string, unknown> } {
  const at = new Date().toISOString();
  const named = { account_name: "Comercializadora Ñandú, S.A. de C.V.", verification_tag: `case-${index}` };
  const began = { created_at: at, status: "pending", verification_tag: named.verification_tag };
  const item = { ...named, item_id: index, item_type: "csf_mx" };
  switch (index % EVENTS_OF_ONE) {
    case 0:
      return { event_name: "verification.v2.created", fields: { ...began, ...named } };
    case 1: {
      const fields = { ...began, documents_status: "partial_upload", previous_documents_status: null, updated_at: at };
      return { event_name: "verification.v2.document_status_updated", fields };
    }
    case 2: {
      const fields = { findings: FINDINGS, source: "provisional", computed_at: at, run_id: randomUUID() };
      return { event_name: "verification.v2.findings.updated", fields };
    }
    case 3: {
      const entity = { type: "verification", label: "priority", display_name: "Prioritario", category: "operations" };
      return { event_name: "verification.v2.label_added", fields: { ...began, ...named, entity, added_at: at } };
    }
    case 4:
      return { event_name: "verification_item.v2.completed", fields: { ...item, completed_at: at } };
    default: {
      const fields = { ...item, internal_status: "processing", updated_at: at };
      return { event_name: "verification_item.v2.internal_status_changed", fields };
    }
  }
}

const FINDINGS = ["high", "medium", "low"].map((severity) => ({
  severity,
  message: "Falta la constancia de situación fiscal vigente del representante legal.",
  missing_field: "csf_mx",
}));

/** Calls `work` at a fixed rate, even if earlier calls have not ended; resolves when all have ended. */
export async function atRate<T>(perSecond: number, seconds: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const began = performance.now();
  const working: Promise<T>[] = [];
  for (let index = 0; index < Math.round(perSecond * seconds); index += 1) {
    await delay(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
    working.push(work(index));
  }
  return Promise.all(working);
}
