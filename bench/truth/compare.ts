import { isDeepStrictEqual } from "node:util";
import { readPeople, type VerificationPeople } from "#lib/contract/people/person.ts";
import { parseInstant } from "#lib/contract/time.ts";
import { itemProblem, SEVERITIES, type VerificationDetail } from "#lib/contract/verifications/verification.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/** Parts that a verification's answer can call incomplete. */
type Part = "status" | "documents_status_timeline" | "findings" | "items" | "labels" | "people";

/** An event that the service emitted, in the order in which it did. */
export type Emitted = {
  event_name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has other fields (interface, Event list).
  data: Record<string, any>;
  /** It was never delivered; `known`: and was first sent within an interval of which the dashboard can know. */
  lost: boolean;
  known: boolean;
};

/** What the service holds of a verification, and what a reading of it answers. */
export type Truth = {
  state: Pick<VerificationState, "account_name" | "extraction_completed_at" | "findings" | "items" | "labels">;
  answer: Record<string, unknown>;
  people: unknown;
  events: readonly Emitted[];
};

/** What the dashboard's API says of it. */
export type Said = { detail: VerificationDetail; people: VerificationPeople };

/**
 * - `healable`: wrong, though the service's answer has it
 * - `unmarked`: wrong for an event that was lost in a known interval, and not marked
 * - `traceless`: wrong for an event that was lost at another time, and not marked: nothing could tell
 * - `marked`: wrong, and its part is marked as possibly incomplete
 * - `needless`: a part that is marked and right
 */
export const KINDS = ["healable", "unmarked", "traceless", "marked", "needless"] as const;
export type Difference = { kind: (typeof KINDS)[number]; part: Part; field: string; said?: unknown; is?: unknown };

type Field = { part: Part; field: string; healable: boolean; said: unknown; is: unknown };

/** Every difference between what is said of a verification and what is. Pure. */
export function compare(truth: Truth, said: Said): Difference[] {
  const wrong = fieldsOf(truth, said).filter((field) => !isDeepStrictEqual(field.said, field.is));
  const marked = marksOf(said.detail);
  const known = new Set(truth.events.filter((event) => event.lost && event.known).map(partOf));
  const kindOf = ({ healable, part }: Field): Difference["kind"] => {
    if (healable) return "healable";
    return marked.has(part) ? "marked" : known.has(part) ? "unmarked" : "traceless";
  };
  const right = [...marked].filter((part) => !wrong.some((field) => field.part === part));
  return [
    ...wrong.map((field) => ({
      kind: kindOf(field),
      part: field.part,
      field: field.field,
      said: field.said,
      is: field.is,
    })),
    ...right.map((part) => ({ kind: "needless" as const, part, field: part })),
  ];
}

/** A gap in the timeline says the same of it as a mark does. */
function marksOf(detail: VerificationDetail): Set<Part> {
  const { possibly_incomplete = [] } = detail as { possibly_incomplete?: { part: Part }[] };
  const gap = detail.documents_status_timeline.some((entry) => entry.gap);
  return new Set([
    ...possibly_incomplete.map(({ part }) => part),
    ...(gap ? ["documents_status_timeline" as const] : []),
  ]);
}

function partOf({ event_name }: Emitted): Part {
  if (event_name.startsWith("verification_item.")) return "items";
  if (event_name.startsWith("verification_people.")) return "people";
  if (event_name.includes(".label_")) return "labels";
  if (event_name.endsWith(".document_status_updated")) return "documents_status_timeline";
  return event_name.endsWith(".findings.updated") ? "findings" : "status";
}

const fieldsOf = (truth: Truth, said: Said): Field[] => [
  ...statusFields(truth, said),
  ...timelineFields(truth, said),
  ...findingsFields(truth, said),
  ...itemFields(truth, said),
  ...labelFields(truth, said),
  ...peopleFields(truth, said),
];

const fieldOf =
  (part: Part) =>
  (field: string, said: unknown, is: unknown, healable = false): Field => ({ part, field, healable, said, is });

const time = (value: unknown): string | null => (typeof value === "string" ? parseInstant(value) : null);
const named = ({ events }: Truth, name: string): Emitted[] => events.filter(({ event_name }) => event_name === name);
const sorted = (values: Iterable<string | null>): string[] =>
  [...new Set(values)].filter((value) => value !== null).sort();

/** Fields of the read endpoint that the dashboard shows in places of their own. */
const SHOWN_APART = ["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"];

function statusFields({ state, answer }: Truth, { detail }: Said): Field[] {
  const field = fieldOf("status");
  const { verification } = detail;
  const other = Object.fromEntries(Object.entries(answer).filter(([name]) => !SHOWN_APART.includes(name)));
  return [
    field("status", verification.status, answer.status, true),
    field("tag", verification.tag, answer.tag, true),
    field("account_id", verification.account_id, answer.account_id, true),
    field("created_at", verification.created_at, time(answer.created_at), true),
    field("other_fields", detail.other_fields, other, true),
    field("account_name", verification.account_name, state.account_name),
    field("extraction_completed_at", verification.extraction_completed_at, time(state.extraction_completed_at)),
  ];
}

function timelineFields(truth: Truth, { detail }: Said): Field[] {
  const field = fieldOf("documents_status_timeline");
  const changes = named(truth, "verification.v2.document_status_updated").map(({ data }) => data);
  const at = changes.map((data) => `${data.documents_status} ${time(data.updated_at)}`);
  const first = changes.find((data) => data.documents_status === "full_upload");
  return [
    field("documents_status", detail.verification.documents_status, truth.answer.documents_status, true),
    field(
      "entries",
      detail.documents_status_timeline.map((entry) => `${entry.to} ${entry.at}`),
      at,
    ),
    field("first_completed_at", detail.verification.first_completed_at, time(first?.updated_at)),
  ];
}

type Findings = { items: { severity: string; message: string; missing_field?: string }[]; computed_at: string | null };

function findingsFields({ state, answer }: Truth, { detail }: Said): Field[] {
  const field = fieldOf("findings");
  const { items, computed_at } = answer.findings as Findings;
  const run = detail.findings;
  const { high, medium, low } = detail.verification.findings;
  const counted = SEVERITIES.map((severity) => items.filter((finding) => finding.severity === severity).length);
  const stands = answer.status !== "finished" && state.findings?.source === "final";
  return [
    field(
      "items",
      run?.items ?? [],
      items.map((finding) => ({ missing_field: null, ...finding })),
      true,
    ),
    field("computed_at", run?.computed_at ?? null, time(computed_at), true),
    field("counts", [high, medium, low], counted, true),
    // What is not known to be a final run can't be known to be from before a reopening.
    field("before_reopening", run?.before_reopening ?? false, run?.source === "final" && stands, true),
    field("source", run?.source ?? null, state.findings?.source ?? null),
    field("run_id", run?.run_id ?? null, state.findings?.run_id ?? null),
  ];
}

const ITEM_TIMES: Record<string, string> = {
  completed: "completed_at",
  extraction_completed: "extraction_completed_at",
  internal_status_changed: "updated_at",
};

function itemFields(truth: Truth, { detail }: Said): Field[] {
  const field = fieldOf("items");
  const { items } = truth.state;
  const attention = items.filter((item) => itemProblem(item) !== null);
  const { items_total, items_with_error, item_errors, item_types, item_types_with_error } = detail.verification;
  const events = truth.events.filter(({ event_name }) => event_name.startsWith("verification_item."));
  const each = items.flatMap((item) => {
    const shown = detail.items.find(({ item_id }) => item_id === item.item_id);
    if (!shown) return [field("missing", null, item.item_id)];
    const own = events.filter(({ data }) => data.item_id === item.item_id);
    const history = own.map(({ event_name, data }) => {
      const kind = event_name.replace("verification_item.v2.", "");
      return `${kind} ${time(data[ITEM_TIMES[kind] ?? ""])}`;
    });
    return [
      field("item_type", shown.item_type, item.item_type),
      field("item_error", shown.item_error, item.item_error),
      field("internal_status", shown.internal_status, item.internal_status),
      field("success", shown.success, item.success),
      field("completed_at", shown.completed_at, time(item.completed_at)),
      field("extraction_completed_at", shown.extraction_completed_at, time(item.extraction_completed_at)),
      field("history", sorted(shown.history.map(({ kind, at }) => `${kind} ${at}`)), sorted(history)),
    ];
  });
  return [
    ...each,
    field("items_total", items_total, items.length),
    field("items_with_error", items_with_error, attention.length),
    field("item_errors", item_errors, sorted(items.map((item) => item.item_error))),
    field("item_types", item_types, sorted(items.map((item) => item.item_type))),
    field("item_types_with_error", item_types_with_error, sorted(attention.map((item) => item.item_type))),
  ];
}

function labelFields(truth: Truth, { detail }: Said): Field[] {
  const field = fieldOf("labels");
  const assigned = truth.state.labels;
  const changes = truth.events.filter(({ event_name }) => event_name.includes(".label_"));
  const ordered = assigned.toSorted((a, b) => (a.label < b.label ? -1 : 1));
  const keys = [...detail.labels.map(({ label }) => label), ...changes.map(({ data }) => data.entity.label as string)];
  const each = sorted(keys).flatMap((key) => {
    const shown = detail.labels.find(({ label }) => label === key);
    const current = shown?.removed_at === null ? shown : undefined;
    const is = assigned.find(({ label }) => label === key);
    const own = changes.filter(({ data }) => data.entity.label === key);
    const history = own.map(
      ({ event_name, data }) =>
        `${event_name.replace("verification.v2.label_", "")} ${time(data.added_at ?? data.removed_at)} ${data.comment}`,
    );
    return [
      field("assigned", current !== undefined, is !== undefined),
      ...(current && is
        ? [
            field("display_name", current.display_name, is.display_name),
            field("category", current.category, is.category),
            field("comment", current.comment, is.comment),
            field("added_at", current.added_at, time(is.added_at)),
          ]
        : []),
      field(
        "history",
        sorted((shown?.history ?? []).map(({ kind, at, comment }) => `${kind} ${at} ${comment}`)),
        sorted(history),
      ),
    ];
  });
  const { labels, label_names } = detail.verification;
  return [
    ...each,
    field(
      "labels",
      labels,
      ordered.map(({ label }) => label),
    ),
    field(
      "label_names",
      label_names,
      ordered.map(({ display_name }) => display_name),
    ),
  ];
}

type Listed = { external_identities: { curp: { curp_file?: string } | null } };

/** As the answer has a person; until when the address of a file works differs from reading to reading. */
const withoutExpiry = (person: ReturnType<typeof readPeople>[number], available: boolean | undefined) => {
  const { curp, ...identities } = person.external_identities;
  return { ...person, external_identities: { ...identities, curp: curp && { ...curp, curp_file: available } } };
};

function peopleFields(truth: Truth, { people }: Said): Field[] {
  const field = fieldOf("people");
  const is = readPeople(truth.people);
  const { full_list } = truth.people as { full_list: Listed[] };
  const lookups = named(truth, "verification_people.curp_search_completed").map(({ data }) => data);
  const ids = new Set([...people.full_list, ...is].map(({ people_id }) => people_id));
  return [...ids].flatMap((id) => {
    const shown = people.full_list.find(({ people_id }) => people_id === id);
    const index = is.findIndex(({ people_id }) => people_id === id);
    const person = is[index];
    if (!shown || !person) return [field("full_list", shown?.people_id, person?.people_id, true)];
    const { lookup_error, ...own } = shown;
    const { curp } = person.external_identities;
    const address = full_list[index]?.external_identities.curp?.curp_file;
    const last = lookups.findLast(({ people_id }) => people_id === id);
    return [
      field(
        "person",
        withoutExpiry(own, own.external_identities.curp?.curp_file.available),
        withoutExpiry(person, curp ? address !== undefined : undefined),
        true,
      ),
      // A success that is read has overtaken a failure that an event reported.
      field("lookup_error", lookup_error?.people_error ?? null, curp?.success ? null : (last?.people_error ?? null)),
    ];
  });
}
