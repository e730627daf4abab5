import { ITEM_ERRORS } from "#lib/contract/verifications/item.ts";

/** The three that the interface names (Errors: CURP lookup errors). */
const PEOPLE_ERRORS = ["curp_format_error", "curp_scrapper_error", "curp_service_unavailable"] as const;

/**
 * What the embedded service can play, by what it shows: one scenario for each rule of the interface and each error that
 * it lists. The sandbox has a story for every name, and the page words.
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
  status: ["finished", "pending-validation", "error", "reopened", "finished-again"],
  findings: [
    "finished-clean",
    "finished-low-findings",
    "finished-high-findings",
    "findings-burst",
    "findings-latest",
    "findings-outside-enum",
    "findings-without-field",
    "old-findings",
  ],
  items: ["item-unknown", "item-corrupted"],
  item_errors: [...ITEM_ERRORS.map((error) => `item-error-${error}` as const), "item-error-free_text"],
  labels: ["label-comment", "label-removed"],
  people: [
    "people-found",
    "people-not-found",
    "people-partial",
    ...PEOPLE_ERRORS.map((error) => `people-error-${error}` as const),
  ],
  deliveries: ["delivery-gap", "delivery-late", "delivery-duplicated", "delivery-shuffled", "delivery-forged"],
} as const;

export type ScenarioGroup = keyof typeof SCENARIO_GROUPS;
export type ScenarioName = (typeof SCENARIO_GROUPS)[ScenarioGroup][number];

export const SCENARIO_NAMES: readonly ScenarioName[] = Object.values(SCENARIO_GROUPS).flat();
