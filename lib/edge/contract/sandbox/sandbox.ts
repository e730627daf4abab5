import type { EventName } from "#lib/core/contract/events/event.ts";
import { CURP_LOOKUP_ERRORS } from "#lib/core/contract/people/person.ts";
import type { ItemError } from "#lib/core/contract/verifications/verification.ts";

/*
 * The messages between the page of the embedded service and its control routes. Without zod, since the browser loads it.
 */

/** The item errors of the interface (Errors: Item errors), each with the type of the item that fails by it. */
export const FAILING_ITEMS = {
  password_protected_pdf: "ac_mx",
  get_input_file_info_failed: "doc_validation",
  unsupported_file_type: "doc_splitter",
  unknown_custom_item_type: "doc_splitter",
  misconfigured_custom_item_type: "doc_splitter",
  no_splits_returned: "doc_splitter",
  pdf_slice_failed: "doc_splitter",
  pdf_slice_upload_failed: "doc_splitter",
  doc_splitter_request_failed: "doc_splitter",
  invalid_document_type: "doc_validation",
  ruleset_validation_failed: "doc_validation",
  prevalidation_failed: "csf_mx",
} as const satisfies Record<ItemError, string>;

const FAILURES = Object.keys(FAILING_ITEMS) as ItemError[];

/**
 * The scenarios of the embedded sandbox, by subject: one for each rule of the interface and each error in it. The
 * sandbox has a story for every name, and the page its words.
 */
export const SCENARIO_GROUPS = {
  documents: [
    "first-status-partial",
    "pending-upload",
    "partial-upload",
    "pending-external",
    "full-upload",
    "backward",
    "backward-finished",
  ],
  status: ["finished", "pending-validation", "error", "reopened", "finished-again", "finished-unchanged"],
  findings: [
    "finished-clean",
    "finished-low-findings",
    "finished-high-findings",
    "findings-burst",
    "findings-latest",
    "findings-on-demand",
    "findings-outside-enum",
    "findings-without-field",
    "old-findings",
  ],
  items: ["item-unknown", "item-corrupted", "item-corrupted-without-error", "item-extraction-failed"],
  item_errors: [...FAILURES.map((error) => `item-error-${error}` as const), "item-error-free_text"],
  labels: ["label-comment", "label-removed", "label-removed-by-service"],
  people: [
    "people-found",
    "people-not-found",
    "people-partial",
    "people-every-deed",
    "people-updated",
    ...CURP_LOOKUP_ERRORS.map((error) => `people-error-${error}` as const),
  ],
  deliveries: ["delivery-gap", "delivery-late", "delivery-duplicated", "delivery-shuffled", "delivery-forged"],
} as const;

export type ScenarioGroup = keyof typeof SCENARIO_GROUPS;
export type ScenarioName = (typeof SCENARIO_GROUPS)[ScenarioGroup][number];

export const SCENARIO_NAMES: readonly ScenarioName[] = Object.values(SCENARIO_GROUPS).flat();

/** The rate of automatic activity. */
export const PACES = ["off", "slow", "steady", "fast"] as const;
export type Pace = (typeof PACES)[number];

/**
 * The faults of a call of the service's endpoints.
 *
 * - `status`: answers `status` (500) and the error body, without doing the work
 * - `html`: answers a page, as a proxy before a failing service does (`status`, 502)
 * - `redirect`: answers 302
 * - `truncate`: does the work, then breaks off in the middle of the body
 * - `slow`: waits `delay_ms`, then does the work
 * - `hang`: never answers
 * - `lost`: does the work, then breaks off without an answer
 * - `late`: never answers, and does the work `delay_ms` after the caller has given up
 * - `clock`: does the work, and dates its answer `delay_ms` in the past
 */
export const CALL_FAULTS = ["status", "html", "redirect", "truncate", "slow", "hang", "lost", "late", "clock"] as const;

/**
 * The faults of an event's deliveries, the same for every webhook.
 *
 * - `delivery_lost`: never attempted, and counted as failed
 * - `delivery_delayed`: `delay_ms` later
 * - `delivery_duplicated`: comes twice
 * - `delivery_shuffled`: at some moment within `delay_ms`, so that several change places
 * - `delivery_forged`: signed with a secret that is not the webhook's, at each attempt
 */
export const DELIVERY_FAULTS = [
  "delivery_lost",
  "delivery_delayed",
  "delivery_duplicated",
  "delivery_shuffled",
  "delivery_forged",
] as const;

/** Events that a fault of deliveries may be limited to on the page; the control routes take every event. */
export const FAULTY_EVENTS = [
  "verification.v2.document_status_updated",
  "verification.v2.created",
  "verification.v2.finished",
  "verification.v2.findings.updated",
  "verification_item.v2.completed",
  "verification.v2.label_added",
  "verification_people.curp_search_completed",
] as const satisfies readonly EventName[];

/** Paths that a fault may be limited to on the page: an exact path, or the beginning of one followed by `*`. */
export const FAULTY_PATHS = {
  verifications: "/verifications/*",
  people: "/v2/verifications/*",
  api_keys: "/api-keys*",
  webhooks: "/v2/webhooks*",
} as const;

/** Maximal number of documents that are added at once. */
export const MAX_DOCUMENTS = 20;
export const LONGEST_PLAY_SECONDS = 86_400;
