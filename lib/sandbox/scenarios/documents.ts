import type { DocumentsStatus } from "#lib/core/contract/verifications/verification.ts";
import { FAILING_ITEMS } from "#lib/edge/contract/sandbox/sandbox.ts";
import { listOf, type Random } from "#lib/sandbox/base/random.ts";
import type { Change, DatedChange } from "#lib/sandbox/verification/change.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";
import { inventFindings, inventSubjects } from "./findings.ts";
import { curpFound, inventPerson } from "./people.ts";
import type { Document, PlotStep } from "./plot.ts";

/** Item types with extracted data, which emit `verification_item.v2.extraction_completed`. */
const EXTRACTED = new Set(["csf_mx", "ac_mx", "aa_mx", "pw_mx", "person_id"]);

/** Every `item_error`, each on a possible item type. */
export const ITEM_ERRORS: Record<string, string> = {
  ...FAILING_ITEMS,
  // Unexpected failures may carry a free-text English message.
  "Unexpected end of stream while reading page 7": "pw_mx",
};

/** A company's file in the order its documents usually arrive; deeds first, because shareholders are read from them. */
const FILE = listOf(
  "ac_mx, csf_mx, person_id, pw_mx, doc_validation, aa_mx, person_id, doc_validation, generic, doc_splitter, aa_mx, " +
    "doc_validation, generic",
);

export function companyFile(count: number): Document[] {
  return Array.from({ length: count }, (_, index) => ({
    type: FILE[index % FILE.length] ?? "generic",
    outcome: "completed" as const,
  }));
}

/** The changes of processing a document, from `start` (any unit) and over `length` of the same unit. */
export function processDocument(
  random: Random,
  document: Document,
  itemId: number,
  start: number,
  length: number,
): PlotStep[] {
  const { type, outcome } = document;
  const withError = document.item_error === undefined ? {} : { item_error: document.item_error };
  const jitter = random.between(-0.04, 0.04);
  const at = (fraction: number) => start + length * (fraction + jitter * (fraction > 0 && fraction < 1 ? 1 : 0));
  const status = (
    fraction: number,
    itemType: string,
    internalStatus: string,
    failure: { item_error?: string } = {},
  ) => ({
    at: at(fraction),
    change: {
      kind: "item_status" as const,
      item_id: itemId,
      item_type: itemType,
      internal_status: internalStatus,
      ...failure,
    },
  });
  const endType = outcome === "unknown" || outcome === "corrupted_file" ? outcome : type;
  const readable = outcome !== "corrupted_file" && outcome !== "unknown";
  const middle: PlotStep[] = [];
  if (readable && EXTRACTED.has(type)) {
    middle.push(status(0.4, type, "extracting"), {
      at: at(0.75),
      change: { kind: "item_extracted", item_id: itemId, success: outcome === "completed", ...withError },
    });
  } else if (readable) {
    middle.push(status(0.45, type, type === "doc_validation" ? "validating" : "classifying"));
  }
  return [
    status(0, type, "queued"),
    status(0.15, type, "processing"),
    ...middle,
    status(0.88, endType, outcome === "completed" || outcome === "unknown" ? "completed" : "failed", withError),
    { at: at(1), change: { kind: "item_completed", item_id: itemId } },
  ];
}

const ADDED_TYPES = ["doc_validation", "aa_mx", "csf_mx", "pw_mx", "person_id"] as const;

/** Processing time of a document, as a share of the whole. */
const PROCESSING_SHARE = 0.35;

/**
 * The changes after `count` documents are added to a verification (interface, States). A finished verification reopens
 * and finishes with another final run; an open one gets a provisional run once its file is quiet. A complete file is
 * incomplete until the documents are processed; an incomplete file is complete afterwards. `start` and `duration` in
 * milliseconds.
 */
export function addDocuments(
  random: Random,
  state: VerificationState,
  count: number,
  start: number,
  duration: number,
): DatedChange[] {
  const firstItem = Math.max(random.int(20_000, 900_000), ...state.items.map((item) => item.item_id + 1));
  const firstPerson = Math.max(random.int(3_000, 90_000), ...state.people.map((person) => person.people_id + 1));
  const types = Array.from({ length: count }, () => random.pick(ADDED_TYPES));
  const begins = (index: number) => (0.4 * index) / count;
  const documents = types.flatMap((type, index) =>
    processDocument(random, { type, outcome: "completed" }, firstItem + index, begins(index), PROCESSING_SHARE),
  );
  const lookups = types.flatMap((type, index) =>
    type === "person_id"
      ? [lookUp(random, firstPerson + index, firstItem + index, begins(index) + PROCESSING_SHARE)]
      : [],
  );
  return [...documents, ...lookups, ...documentsStatusSteps(state), ...conclusion(random, state)]
    .sort((a, b) => a.at - b.at)
    .map(({ at, change }) => ({ at: Math.round(start + at * duration), change }));
}

/** A `person_id` item creates a person, and the CURP is looked up (interface, Event list: `curp_search_completed`). */
function lookUp(random: Random, peopleId: number, itemId: number, at: number): PlotStep {
  const person = inventPerson(random);
  return {
    at,
    change: {
      kind: "curp_searched",
      people_id: peopleId,
      item_id: itemId,
      full_name: person.full_name,
      role: "legal_representative",
      result: curpFound(random, person),
    },
  };
}

export const documentsStatusAt = (at: number, to: DocumentsStatus): PlotStep => ({
  at,
  change: { kind: "documents_status", to },
});

function documentsStatusSteps({ documents_status }: VerificationState): PlotStep[] {
  const to = documentsStatusAt;
  if (documents_status === "full_upload") return [to(0.02, "partial_upload"), to(0.85, "full_upload")];
  if (documents_status === "partial_upload") return [to(0.85, "full_upload")];
  return documents_status === "pending_external" ? [] : [to(0.02, "partial_upload")];
}

export function inventRun(random: Random, state: VerificationState) {
  const of = inventSubjects(random, state.company, state.people[0]?.full_name ?? state.company.legal_name);
  return { run_id: random.uuid(), findings: inventFindings(random, of, ["medium", "low"]) };
}

function conclusion(random: Random, state: VerificationState): PlotStep[] {
  const run = inventRun(random, state);
  const at = (moment: number, change: Change): PlotStep => ({ at: moment, change });
  if (state.status === "finished") {
    return [at(0.9, { kind: "extraction_completed" }), at(1, { kind: "finished", ...run })];
  }
  // While another document is in progress, the run is computed at its completion.
  const quiet = state.items.every((item) => item.completed_at !== null);
  return quiet ? [at(1, { kind: "findings", ...run })] : [];
}
