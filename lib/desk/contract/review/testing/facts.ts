import type {
  ReviewActions,
  ReviewFacts,
  ReviewItem,
  ReviewPerson,
  ReviewRun,
} from "#lib/desk/contract/review/facts.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { addMs, type Instant } from "#lib/platform/contract/time.ts";
import { itemProblem } from "./item-problem.ts";

/** A Tuesday, 10:00 in Mexico City, in working time. */
export const START: Instant = "2026-11-24T16:00:00.000000Z";

/** The time this many minutes after `START`. */
export const minute = (minutes: number): Instant => addMs(START, minutes * 60_000);
/** The time this many days after `START`, by the clock. */
export const day = (days: number): Instant => minute(days * 24 * 60);

export const POLICY = initialPolicy("2026-11-01T00:00:00.000000Z");

export const finding = (severity: string, message: string, missing_field: string | null = null) => ({
  severity,
  message,
  missing_field,
});

export const run = (more: Partial<ReviewRun> = {}): ReviewRun => ({
  run_id: "run-1",
  source: "final",
  computed_at: START,
  before_reopening: false,
  items: [finding("medium", "Poder sin fecha", "poder"), finding("low", "Domicilio incompleto")],
  known_at: START,
  ...more,
});

export const item = (item_id: number, more: Partial<ReviewItem> = {}): ReviewItem => {
  const stated = { item_type: "csf_mx", item_error: null, completed_at: START, known_at: START, ...more };
  const problem = itemProblem({ ...stated, success: null });
  return { item_id, problem, problem_at: problem && stated.known_at, ...stated };
};

export const person = (people_id: number, more: Partial<ReviewPerson> = {}): ReviewPerson => ({
  people_id,
  outcome: "found",
  people_error: null,
  since: START,
  curp_hash: `curp-${people_id}`,
  name_hash: `name-${people_id}`,
  birth_date_hash: `born-${people_id}`,
  ...more,
});

/** A finished verification with a final run, an item and a person, with the reason `decision` only. */
export const facts = (more: Partial<ReviewFacts> = {}): ReviewFacts => ({
  status: "finished",
  status_at: START,
  status_confirmed_at: minute(1),
  documents_status: "full_upload",
  documents_status_at: START,
  run: run(),
  items: [item(1)],
  people: [person(1)],
  labels: [],
  reopened_at: null,
  created_at: day(-1),
  first_complete_at: START,
  imported: false,
  last_fact_at: START,
  events_at: [START],
  read_at: minute(1),
  deaf_since: null,
  statements: [],
  ...more,
});

/** A verification in progress, without a reason for review. */
export const pending = (more: Partial<ReviewFacts> = {}): ReviewFacts =>
  facts({
    status: "pending",
    documents_status: "partial_upload",
    run: null,
    first_complete_at: null,
    status_confirmed_at: null,
    ...more,
  });

export const standing = (more: Partial<ReviewActions> = {}): ReviewActions => ({
  decision: null,
  submitted: null,
  wait: null,
  handled: [],
  by_hand: false,
  ...more,
});
