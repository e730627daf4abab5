import { ITEM_ERRORS } from "./documents.ts";
import type { Plot } from "./life.ts";
import { PEOPLE_ERRORS, type PeopleError } from "./people.ts";

const clean = { provisional: [], final: [] } satisfies Plot["findings"];
const mixed = { provisional: ["high", "medium", "low"], final: ["medium", "low"] } satisfies Plot["findings"];
const grave = { provisional: ["high", "medium"], final: ["high", "high", "medium"] } satisfies Plot["findings"];
const slight = { provisional: ["medium", "low"], final: ["low"] } satisfies Plot["findings"];

/** One scenario a rule of the interface, by name. */
const RULES: Record<string, Plot> = {
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
  "old-findings": { items: 6, ending: "full_upload", findings: mixed, oldFindings: true },
  "item-unknown": {
    items: 7,
    ending: "finished",
    findings: mixed,
    document: { type: "generic", outcome: "unknown" },
  },
  "item-corrupted": {
    items: 7,
    ending: "full_upload",
    findings: grave,
    document: { type: "csf_mx", outcome: "corrupted_file" },
  },
};

/** A failed document holds some files up, and others finish all the same with a finding about it. */
const ITEM_FAILURES = Object.entries(ITEM_ERRORS).map(([item_error, type], index): [string, Plot] => [
  `item-error-${item_error.includes(" ") ? "free_text" : item_error}`,
  {
    items: 6,
    ending: index % 2 === 0 ? "finished" : "full_upload",
    findings: mixed,
    document: { type, outcome: "failed", item_error },
  },
]);

const LOOKUP_FAILURES = (Object.keys(PEOPLE_ERRORS) as PeopleError[]).map((peopleError): [string, Plot] => [
  `people-error-${peopleError}`,
  {
    items: 6,
    ending: "full_upload",
    findings: slight,
    peopleError,
    // A format error is for the user to correct; the other two go away when the lookup is repeated.
    peopleRetry: peopleError === "curp_service_unavailable",
  },
]);

/** Every scenario that can be played, by name. */
export const SCENARIOS: ReadonlyMap<string, Plot> = new Map([
  ...Object.entries(RULES),
  ...ITEM_FAILURES,
  ...LOOKUP_FAILURES,
]);
