import { SCENARIO_NAMES, type ScenarioName } from "#lib/edge/contract/sandbox/sandbox.ts";
import { ITEM_ERRORS } from "./documents.ts";
import { PEOPLE_ERRORS } from "./people.ts";
import type { PeopleError, Plot } from "./plot.ts";

const clean = { provisional: [], final: [] } satisfies Plot["findings"];
const mixed = { provisional: ["high", "medium", "low"], final: ["medium", "low"] } satisfies Plot["findings"];
const grave = { provisional: ["high", "medium"], final: ["high", "high", "medium"] } satisfies Plot["findings"];
const slight = { provisional: ["medium", "low"], final: ["low"] } satisfies Plot["findings"];

const COMPLETE = { items: 6, ending: "full_upload", findings: slight } satisfies Plot;

/** The scenarios of an ordinary month, by name. */
const RULES = {
  finished: { items: 8, ending: "finished", findings: mixed },
  "finished-clean": { items: 7, ending: "finished", findings: clean, startsPartial: true },
  "finished-high-findings": { items: 9, ending: "finished", findings: grave, external: true },
  "finished-low-findings": { items: 6, ending: "finished", findings: slight },
  "first-status-partial": { items: 6, ending: "partial_upload", findings: mixed, startsPartial: true },
  "pending-upload": { items: 6, ending: "pending_upload", findings: mixed },
  "partial-upload": { items: 8, ending: "partial_upload", findings: mixed },
  "pending-external": { items: 8, ending: "pending_external", findings: slight, external: true },
  "full-upload": { items: 9, ending: "full_upload", findings: grave, external: true },
  backward: { items: 7, ending: "full_upload", findings: mixed, backward: true },
  "backward-finished": { items: 7, ending: "finished", findings: slight, backward: true, external: true },
  error: { items: 6, ending: "error", findings: grave },
  "pending-validation": { items: 8, ending: "pending_validation", findings: mixed },
  reopened: { items: 7, ending: "reopened", findings: mixed },
  "finished-again": { items: 7, ending: "finished_again", findings: slight },
  "old-findings": { ...COMPLETE, findings: mixed, oldFindings: true },
  "item-unknown": { items: 7, ending: "finished", findings: mixed, document: { type: "generic", outcome: "unknown" } },
  "item-corrupted": {
    items: 7,
    ending: "full_upload",
    findings: grave,
    document: { type: "csf_mx", outcome: "corrupted_file", item_error: "get_input_file_info_failed" },
  },
} satisfies Partial<Record<ScenarioName, Plot>>;

/** Some failed documents keep the file incomplete; with others it finishes, and a finding reports the failure. */
const ITEM_FAILURES = Object.entries(ITEM_ERRORS).map(([item_error, type], index): [string, Plot] => [
  `item-error-${item_error.includes(" ") ? "free_text" : item_error}`,
  {
    items: 6,
    ending: index % 2 === 0 ? "finished" : "full_upload",
    findings: mixed,
    document: { type, outcome: "failed", item_error },
  },
]);

/** A format error must be corrected by the user; the other two errors go away with a repeated lookup. */
const LOOKUP_FAILURES = (Object.keys(PEOPLE_ERRORS) as PeopleError[]).map((peopleError): [string, Plot] => [
  `people-error-${peopleError}`,
  { ...COMPLETE, peopleError, ...(peopleError === "curp_service_unavailable" && { repeat: "by_hand" }) },
]);

const DOCUMENTS_EVENT = "verification.v2.document_status_updated";
const ITEM_EVENT = "verification_item.v2.completed";

/** Scenarios for rules that the steady activity shows only by chance. */
const ON_PURPOSE = {
  "finished-unchanged": { items: 6, ending: "finished_unchanged", findings: slight },
  "findings-burst": { items: 13, ending: "full_upload", findings: mixed },
  "findings-latest": { items: 8, ending: "finished", findings: { provisional: ["medium"], final: ["high"] } },
  "findings-on-demand": { ...COMPLETE, findings: mixed, onDemand: true },
  "findings-outside-enum": { ...COMPLETE, findings: mixed, strayFinding: true },
  // At least one of two low findings names no missing field, at least one of three high findings does.
  "findings-without-field": {
    ...COMPLETE,
    findings: { provisional: ["high", "high", "high", "low", "low"], final: ["low"] },
  },
  "item-corrupted-without-error": {
    ...COMPLETE,
    findings: mixed,
    document: { type: "csf_mx", outcome: "corrupted_file" },
  },
  "item-extraction-failed": { ...COMPLETE, findings: mixed, document: { type: "csf_mx", outcome: "failed" } },
  "label-comment": { items: 6, ending: "pending_external", findings: slight, external: true },
  "label-removed": COMPLETE,
  "label-removed-by-service": { ...COMPLETE, labelRemovedByService: true },
  "people-found": COMPLETE,
  "people-not-found": { ...COMPLETE, lookup: "not_found" },
  "people-partial": { ...COMPLETE, lookup: "partial" },
  "people-every-deed": { ...COMPLETE, everyDeed: true },
  // The deed has a malformed CURP, the person's own document the right CURP.
  "people-updated": { ...COMPLETE, items: 7, peopleError: "curp_format_error", repeat: "person_id" },
  "delivery-gap": {
    ...COMPLETE,
    external: true,
    onTheWay: { kind: "delivery_lost", event: DOCUMENTS_EVENT, skip: 1, count: 1 },
  },
  "delivery-late": {
    ...COMPLETE,
    onTheWay: { kind: "delivery_delayed", event: DOCUMENTS_EVENT, delay_ms: 60_000, skip: 1, count: 1 },
  },
  "delivery-duplicated": { ...COMPLETE, onTheWay: { kind: "delivery_duplicated", count: 12 } },
  // The delay is nearly the whole span: an item's event may come before the verification's creation.
  "delivery-shuffled": { ...COMPLETE, onTheWay: { kind: "delivery_shuffled", delay_ms: 20_000, count: 40 } },
  "delivery-forged": { ...COMPLETE, onTheWay: { kind: "delivery_forged", event: ITEM_EVENT, count: 1 } },
} satisfies Partial<Record<ScenarioName, Plot>>;

/** The scenarios of the account's past 30 days. */
export const ORDINARY_SCENARIOS: ReadonlyMap<string, Plot> = new Map<string, Plot>([
  ...Object.entries(RULES),
  ...ITEM_FAILURES,
  ...LOOKUP_FAILURES,
]);

const ALL = new Map<string, Plot>([...ORDINARY_SCENARIOS, ...Object.entries(ON_PURPOSE)]);

export const SCENARIOS: ReadonlyMap<string, Plot> = new Map(
  SCENARIO_NAMES.map((name) => {
    const plot = ALL.get(name);
    if (!plot) throw new Error(`no story for ${name}`);
    return [name, plot];
  }),
);
