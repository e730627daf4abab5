import { isDeepStrictEqual } from "node:util";
import { readPeople, type VerificationPeople } from "#lib/core/contract/people/person.ts";
import type { Part } from "#lib/core/contract/verifications/incomplete.ts";
import { SEVERITIES, type VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { itemProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/** The compared fields of each event (interface, Event list). */
type EventData = {
  item_id?: number;
  people_id?: number;
  shareholder_id?: number;
  people_error?: string;
  documents_status?: string;
  entity?: { label: string };
  comment?: string | null;
  [time: string]: unknown;
};

/** An event of the service, in the order of emission. */
export type Emitted = {
  event_name: string;
  data: EventData;
  /** The event was never delivered; `known`: its first attempt was within an interval that the dashboard can know. */
  lost: boolean;
  known: boolean;
};

/** The service's state of a verification, and the answer to a read. */
export type Truth = {
  state: Pick<VerificationState, "account_name" | "extraction_completed_at" | "findings" | "items" | "labels">;
  answer: Record<string, unknown>;
  people: unknown;
  events: readonly Emitted[];
};

/** The answer of the dashboard's API. */
export type Answer = { detail: VerificationDetail; people: VerificationPeople };

/**
 * - `healable`: wrong, though the service's answer has the right value
 * - `unmarked`: wrong because of an event lost in a known interval, and not marked
 * - `traceless`: wrong because of an event lost at another time, and not marked: nothing could reveal it
 * - `marked`: wrong, and its part is marked as possibly incomplete
 * - `needless`: a part that is marked and right
 */
export const KINDS = ["healable", "unmarked", "traceless", "marked", "needless"] as const;
export type Difference = { kind: (typeof KINDS)[number]; part: Part; field: string; said?: unknown; is?: unknown };

type Field = {
  part: Part;
  field: string;
  healable: boolean;
  said: unknown;
  is: unknown;
  /** The event with this fact; if one of several may be missing, any event of its part. */
  by?: Emitted | undefined;
};

/** All differences between the dashboard's answer about a verification and its truth. Pure. */
export function compare(truth: Truth, said: Answer): Difference[] {
  const all = [statusFields, timelineFields, findingsFields, itemFields, labelFields, peopleFields];
  const wrong = all.flatMap((of) => of(truth, said)).filter((field) => !isDeepStrictEqual(field.said, field.is));
  const marked = new Set(said.detail.possibly_incomplete.map(({ part }) => part));
  const known = new Set(truth.events.filter((event) => event.lost && event.known).map(partOf));
  const kindOf = ({ healable, part, by }: Field): Difference["kind"] => {
    if (healable) return "healable";
    const isKnown = by ? by.lost && by.known : known.has(part);
    return marked.has(part) ? "marked" : isKnown ? "unmarked" : "traceless";
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

function partOf({ event_name }: Emitted): Part {
  if (event_name.startsWith("verification_item.")) return "items";
  if (event_name.startsWith("verification_people.")) return "people";
  if (event_name.includes(".label_")) return "labels";
  if (event_name.endsWith(".document_status_updated")) return "documents_status_timeline";
  return event_name.endsWith(".findings.updated") ? "findings" : "status";
}

/** Fields of a part, each with its stated and its true value. */
const fields = (part: Part, healable: boolean, pairs: Record<string, [said: unknown, is: unknown]>): Field[] =>
  Object.entries(pairs).map(([field, [said, is]]) => ({ part, field, healable, said, is }));

const time = (value: unknown): string | null => (typeof value === "string" ? parseInstant(value) : null);
const sorted = (values: Iterable<string | null>): string[] =>
  [...new Set(values)].filter((value) => value !== null).sort();
const dataOf = ({ events }: Truth, name: string) =>
  events.filter(({ event_name }) => event_name === name).map(({ data }) => data);

/** Fields of the read endpoint that the dashboard shows in places of their own. */
const OTHER_FIELDS = ["verification_id", "account_id", "created_at", "status", "tag", "documents_status", "findings"];

function statusFields({ state, answer, events }: Truth, { detail }: Answer): Field[] {
  const { verification: said, other_fields } = detail;
  const other = Object.entries(answer).filter(([name]) => !OTHER_FIELDS.includes(name));
  return [
    ...fields("status", true, {
      status: [said.status, answer.status],
      tag: [said.tag, answer.tag],
      account_id: [said.account_id, answer.account_id],
      created_at: [said.created_at, time(answer.created_at)],
      other_fields: [other_fields, Object.fromEntries(other)],
    }),
    // Null states that the value is unknown, which is true.
    ...fields("status", false, {
      account_name: [said.account_name, said.account_name && state.account_name],
    }),
    {
      // Only events report it, for each item.
      part: "items",
      field: "extraction_completed_at",
      healable: false,
      said: said.extraction_completed_at,
      is: said.extraction_completed_at && time(state.extraction_completed_at),
      by: events.findLast(({ event_name }) => event_name === "verification.v2.extraction_completed"),
    },
  ];
}

function timelineFields(truth: Truth, { detail }: Answer): Field[] {
  const { documents_status, first_completed_at } = detail.verification;
  const changes = dataOf(truth, "verification.v2.document_status_updated");
  const full = changes.find((change) => change.documents_status === "full_upload");
  return [
    ...fields("documents_status_timeline", true, {
      documents_status: [documents_status, truth.answer.documents_status],
    }),
    ...fields("documents_status_timeline", false, {
      entries: [
        detail.documents_status_timeline.map(({ to, at }) => `${to} ${at}`),
        changes.map((change) => `${change.documents_status} ${time(change.updated_at)}`),
      ],
      first_completed_at: [first_completed_at, time(full?.updated_at)],
    }),
  ];
}

type Findings = { items: { severity: string; message: string; missing_field?: string }[]; computed_at: string | null };

function findingsFields({ state, answer }: Truth, { detail }: Answer): Field[] {
  const { items, computed_at } = answer.findings as Findings;
  const run = detail.findings;
  const { high, medium, low } = detail.verification.findings;
  const count = (severity: string) => items.filter((finding) => finding.severity === severity).length;
  const reopened = answer.status !== "finished" && state.findings?.source === "final";
  return [
    ...fields("findings", true, {
      items: [run?.items ?? [], items.map((finding) => ({ missing_field: null, ...finding }))],
      computed_at: [run?.computed_at ?? null, time(computed_at)],
      counts: [[high, medium, low], SEVERITIES.map(count)],
      // A run that is not known to be final cannot be known to be from before a reopening.
      before_reopening: [run?.before_reopening ?? false, run?.source === "final" && reopened],
    }),
    ...fields("findings", false, {
      source: [run?.source ?? null, state.findings?.source ?? null],
      run_id: [run?.run_id ?? null, state.findings?.run_id ?? null],
    }),
  ];
}

const ITEM_TIMES: Record<string, string> = {
  completed: "completed_at",
  extraction_completed: "extraction_completed_at",
  internal_status_changed: "updated_at",
};

function itemFields({ state: { items }, events }: Truth, { detail }: Answer): Field[] {
  const historyOf = (item_id: number) =>
    events.flatMap(({ event_name, data }) => {
      const kind = event_name.replace("verification_item.v2.", "");
      const at = ITEM_TIMES[kind];
      return at && event_name !== kind && data.item_id === item_id ? [`${kind} ${time(data[at])}`] : [];
    });
  const each = items.flatMap((is) => {
    const said = detail.items.find(({ item_id }) => item_id === is.item_id);
    if (!said) return fields("items", false, { missing: [null, is.item_id] });
    return fields("items", false, {
      item_type: [said.item_type, is.item_type],
      item_error: [said.item_error, is.item_error],
      internal_status: [said.internal_status, is.internal_status],
      success: [said.success, is.success],
      problem: [said.problem, itemProblem(is)],
      completed_at: [said.completed_at, time(is.completed_at)],
      extraction_completed_at: [said.extraction_completed_at, time(is.extraction_completed_at)],
      history: [sorted(said.history.map(({ kind, at }) => `${kind} ${at}`)), sorted(historyOf(is.item_id))],
    });
  });
  const failing = items.filter((item) => itemProblem(item) !== null);
  const said = detail.verification;
  return [
    ...each,
    ...fields("items", false, {
      items_total: [said.items_total, items.length],
      items_with_error: [said.items_with_error, failing.length],
      item_errors: [said.item_errors, sorted(items.map(({ item_error }) => item_error))],
      item_types: [said.item_types, sorted(items.map(({ item_type }) => item_type))],
      item_types_with_error: [said.item_types_with_error, sorted(failing.map(({ item_type }) => item_type))],
    }),
  ];
}

function labelFields({ state, events }: Truth, { detail }: Answer): Field[] {
  const historyOf = (label: string) =>
    events.flatMap(({ event_name, data }) => {
      const kind = event_name.replace("verification.v2.label_", "");
      if (kind === event_name || data.entity?.label !== label) return [];
      return [`${kind} ${time(data.added_at ?? data.removed_at)} ${data.comment}`];
    });
  const keys = [...detail.labels.map(({ label }) => label), ...events.map(({ data }) => data.entity?.label ?? null)];
  const each = sorted(keys).flatMap((label) => {
    const said = detail.labels.find((entry) => entry.label === label);
    const history = (said?.history ?? []).map(({ kind, at, comment }) => `${kind} ${at} ${comment}`);
    const current = said?.removed_at === null ? said : undefined;
    const is = state.labels.find((entry) => entry.label === label);
    return fields("labels", false, {
      assigned: [current !== undefined, is !== undefined],
      history: [sorted(history), sorted(historyOf(label))],
      ...(current &&
        is && {
          display_name: [current.display_name, is.display_name],
          category: [current.category, is.category],
          comment: [current.comment, is.comment],
          added_at: [current.added_at, time(is.added_at)],
        }),
    });
  });
  const ordered = state.labels.toSorted((a, b) => (a.label < b.label ? -1 : 1));
  const { labels, label_names } = detail.verification;
  return [
    ...each,
    ...fields("labels", false, {
      labels: [labels, ordered.map(({ label }) => label)],
      label_names: [label_names, ordered.map(({ display_name }) => display_name)],
    }),
  ];
}

type ListedPerson = { external_identities: { curp: { curp_file?: string } | null } };

/** A person as in the answer, without the expiry of the file's URL, which differs from reading to reading. */
function withoutExpiry(person: ReturnType<typeof readPeople>[number], available: boolean | undefined) {
  const { curp, ...identities } = person.external_identities;
  return { ...person, external_identities: { ...identities, curp: curp && { ...curp, curp_file: available } } };
}

/** The reported text of a lookup; a repeated report has the same. */
const lookupText = ({ people_error, item_id, shareholder_id }: Partial<Record<string, unknown>>): string =>
  [people_error ?? null, item_id ?? null, shareholder_id ?? null].join(" ");

function peopleFields(truth: Truth, { people }: Answer): Field[] {
  const all = readPeople(truth.people);
  const { full_list } = truth.people as { full_list: ListedPerson[] };
  const lookups = dataOf(truth, "verification_people.curp_search_completed");
  const ids = new Set([...people.full_list, ...all].map(({ people_id }) => people_id));
  return [...ids].flatMap((id) => {
    const said = people.full_list.find(({ people_id }) => people_id === id);
    const index = all.findIndex(({ people_id }) => people_id === id);
    const is = all[index];
    if (!said || !is) return fields("people", true, { full_list: [said?.people_id, is?.people_id] });
    const { lookup_error, lookups: reported, has_older_lookups: _, ...person } = said;
    const { curp } = is.external_identities;
    const address = full_list[index]?.external_identities.curp?.curp_file;
    const emitted = lookups.filter(({ people_id }) => people_id === id);
    return [
      ...fields("people", true, {
        person: [
          withoutExpiry(person, person.external_identities.curp?.curp_file.available),
          withoutExpiry(is, curp ? address !== undefined : undefined),
        ],
      }),
      ...fields("people", false, {
        // The success of a read overrides a failure in an event.
        lookup_error: [
          lookup_error?.people_error ?? null,
          curp?.success ? null : (emitted.at(-1)?.people_error ?? null),
        ],
        lookups: [sorted(reported.map(lookupText)), sorted(emitted.map(lookupText))],
      }),
    ];
  });
}
