import fc from "fast-check";
import { EVENT_NAMES, type EventName } from "#lib/core/contract/events/event.ts";
import { type Arrival, HISTORY_START, secondsIn } from "./arrivals.ts";

/*
 * Possible histories of verifications, for property tests. Values are drawn from small pools, so that ties, repetitions and
 * contradictions are common: equal instants, events dated after their own signature, copies signed again at another `t`,
 * snapshots that agree and that do not, unknown events.
 */

/** Three seconds for a whole history: most facts share their instant with another fact. */
const SECONDS = 3;
const second = fc.integer({ min: 0, max: SECONDS - 1 });
/** Mostly after the stated time, which is then accepted; sometimes before it. */
const signedAt = fc.integer({ min: 0, max: 2 * SECONDS });
const iso = secondsIn;

/** The same few instants, written in different ways. */
const time = fc
  .tuple(second, fc.constantFrom("ms", "plain", "offset", "ms", "plain", "micro"))
  .map(([offset, style]) => {
    if (style === "plain") return iso(offset).replace(".000Z", "Z");
    if (style === "micro") return iso(offset).replace(".000Z", ".500001Z");
    if (style === "offset") return iso(offset + 7200).replace(".000Z", "+02:00");
    return iso(offset);
  });

/** Malformed or missing times. */
const statedTime = fc.oneof(
  { weight: 6, arbitrary: time },
  { weight: 1, arbitrary: fc.constantFrom("soon", "22/11/2026", null, HISTORY_START) },
);

const status = fc.constantFrom("pending", "finished", "error", "pending_validation");
const documents = fc.constantFrom("pending_upload", "partial_upload", "full_upload");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });
const itemError = maybe(fc.constantFrom("password_protected_pdf", "prevalidation_failed", ""));
const finding = fc.record({
  severity: fc.constantFrom("high", "medium", "low", "odd"),
  message: fc.constantFrom("Falta el acta", "Dirección \u0000 distinta"),
  missing_field: maybe(fc.constant("acta")),
});
const findings = fc.array(finding, { maxLength: 3 });
const account = { account_id: maybe(fc.constantFrom("acc_1", "acc_2")) };
const named = {
  ...account,
  account_name: maybe(fc.constantFrom("Uno", "Dos")),
  verification_tag: maybe(fc.constantFrom("a", "b", "")),
};
const base = { ...named, created_at: maybe(statedTime), status: maybe(status) };
const item = {
  ...named,
  item_id: fc.integer({ min: 1, max: 2 }),
  item_type: maybe(fc.constantFrom("csf_mx", "unknown", "corrupted_file")),
  item_error: itemError,
};
const label = {
  ...base,
  entity: fc.record({
    type: fc.constant("label"),
    label: fc.constantFrom("vip", "risk"),
    display_name: maybe(fc.constant("Nombre")),
    category: fc.constantFrom(null, "kind"),
  }),
  comment: fc.constantFrom(null, "one", "two"),
};

const DATA: Record<EventName, Record<string, fc.Arbitrary<unknown>>> = {
  "verification.v2.created": base,
  "verification.v2.finished": base,
  "verification.v2.extraction_completed": { ...base, extraction_completed_at: maybe(statedTime) },
  "verification.v2.document_status_updated": {
    ...base,
    documents_status: documents,
    previous_documents_status: fc.option(documents),
    updated_at: statedTime,
  },
  "verification.v2.findings.updated": {
    ...account,
    findings,
    source: fc.constantFrom("provisional", "final", "final", undefined),
    computed_at: statedTime,
    run_id: fc.constantFrom("run_1", "run_2", "run_3"),
  },
  "verification_item.v2.completed": { ...item, completed_at: statedTime },
  "verification_item.v2.internal_status_changed": {
    ...item,
    internal_status: fc.constantFrom("queued", "processing"),
    updated_at: statedTime,
  },
  "verification_item.v2.extraction_completed": {
    ...item,
    extraction_completed_at: statedTime,
    success: maybe(fc.boolean()),
  },
  "verification.v2.label_added": { ...label, added_at: statedTime },
  "verification.v2.label_removed": { ...label, removed_at: statedTime },
  "verification_people.curp_search_completed": {
    ...named,
    people_id: fc.integer({ min: 1, max: 2 }),
    item_id: maybe(fc.integer({ min: 1, max: 2 })),
    shareholder_id: maybe(fc.integer({ min: 1, max: 2 })),
    people_error: maybe(fc.constant("curp_format_error")),
  },
};

const bodyOf = (event_name: string, data: unknown): string => JSON.stringify({ event_name, data });

const event = (verificationId: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .constantFrom(...EVENT_NAMES)
    .chain((name) => fc.record({ verification_id: verificationId, ...DATA[name] }).map((data) => bodyOf(name, data)));

/** Authentic deliveries that this contract does not know. */
const strange = (verificationId: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    verificationId.map((verification_id) => bodyOf("verification.v9.imagined", { verification_id })),
    verificationId.map((verification_id) => bodyOf("verification_item.v2.completed", { verification_id })),
    fc.constant("not json"),
  );

const delivery = (body: fc.Arbitrary<string>): fc.Arbitrary<Arrival[]> =>
  fc
    .tuple(body, fc.uniqueArray(signedAt, { minLength: 1, maxLength: 2 }))
    .map(([text, seconds]) => seconds.map((offset) => ({ kind: "delivery", t: HISTORY_START + offset, body: text })));

const curpLookup = fc.record({
  success: maybe(fc.boolean()),
  search_number: maybe(fc.constantFrom("BOXW310820HNERXN09", "HEGG560427MVZRRL04")),
  applicant_data: fc.option(fc.record({ names: maybe(fc.constantFrom("ÁNGELA", "Walter")) })),
});

/** An answer of the people endpoint; the service may number a person twice, or not at all. */
const peopleSnapshot = (verificationId: fc.Arbitrary<string>): fc.Arbitrary<Arrival[]> =>
  fc
    .tuple(
      verificationId,
      time,
      fc.array(
        fc.record({
          people_id: maybe(fc.integer({ min: 1, max: 2 })),
          full_name: maybe(fc.constantFrom("Walter Núñez", "Ana")),
          external_identities: fc.record({ curp: fc.option(curpLookup) }),
        }),
        { maxLength: 3 },
      ),
    )
    .map(([verification_id, read_at, full_list]) => [
      { kind: "snapshot", verification_id, subject: "people", read_at, body: JSON.stringify({ full_list }) },
    ]);

const companyName = fc.constantFrom("Maderas del Sur, S.A. de C.V.", "  ", "Ana \u0000 Núñez", 7, null);

const verificationSnapshot = (verificationId: fc.Arbitrary<string>): fc.Arbitrary<Arrival[]> =>
  fc
    .tuple(
      verificationId,
      time,
      fc.record({
        status: maybe(status),
        documents_status: maybe(documents),
        tag: maybe(fc.constantFrom("a", "c")),
        account_id: maybe(fc.constant("acc_1")),
        created_at: maybe(statedTime),
        findings: maybe(fc.record({ items: findings, computed_at: fc.option(statedTime) })),
        company: maybe(fc.record({ legal_name: maybe(companyName), rfc: maybe(fc.constant("MSU110313AB1")) })),
        name: maybe(companyName),
      }),
      fc.boolean(),
    )
    .map(([verification_id, read_at, record, wrapped]) => [
      {
        kind: "snapshot",
        verification_id,
        subject: "verification",
        read_at,
        body: JSON.stringify(wrapped ? { data: record } : record),
      },
    ]);

/** Arrivals about these verifications in any order. */
export function histories(verificationIds: readonly string[], maxLength = 60): fc.Arbitrary<Arrival[]> {
  const id = fc.constantFrom(...verificationIds);
  return fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: delivery(event(id)) },
        { weight: 2, arbitrary: verificationSnapshot(id) },
        { weight: 2, arbitrary: peopleSnapshot(id) },
        { weight: 1, arbitrary: delivery(strange(id)) },
      ),
      { minLength: 1, maxLength, size: "max" },
    )
    .map((groups) => groups.flat());
}
