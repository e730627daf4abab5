import type { Random } from "#lib/sandbox/random.ts";
import type { Change, Step } from "#lib/sandbox/verification/change.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";
import { processDocument } from "./documents.ts";
import { inventFindings, inventNotary } from "./findings.ts";
import type { Placed } from "./life.ts";
import { curpFound, inventPerson } from "./people.ts";

const TYPES = ["doc_validation", "aa_mx", "csf_mx", "pw_mx", "person_id"] as const;

/** How long one document is processed, as a share of the whole. */
const PROCESSING = 0.35;

/**
 * What follows when `count` documents are added to a verification (interface, States): one that was finished is open
 * again and finishes with another final run, an open one gets a provisional run once its file is quiet. A complete file
 * is incomplete until they are processed, and one that lacked some is complete with them. `start` and `duration` in
 * milliseconds.
 */
export function addDocuments(
  random: Random,
  state: VerificationState,
  count: number,
  start: number,
  duration: number,
): Step[] {
  const firstItem = Math.max(random.int(20_000, 900_000), ...state.items.map((item) => item.item_id + 1));
  const firstPerson = Math.max(random.int(3_000, 90_000), ...state.people.map((person) => person.people_id + 1));
  const types = Array.from({ length: count }, () => random.pick(TYPES));
  const begins = (index: number) => (0.4 * index) / count;
  const documents = types.flatMap((type, index) =>
    processDocument(random, { type, outcome: "completed" }, firstItem + index, begins(index), PROCESSING),
  );
  const lookups = types.flatMap((type, index) =>
    type === "person_id" ? [lookUp(random, firstPerson + index, firstItem + index, begins(index) + PROCESSING)] : [],
  );
  return [...documents, ...lookups, ...documentsStatus(state), ...conclusion(random, state)]
    .sort((a, b) => a.at - b.at)
    .map(({ at, change }) => ({ at: Math.round(start + at * duration), change }));
}

/** A `person_id` creates a person, whose CURP is looked up (interface, Event list: `curp_search_completed`). */
function lookUp(random: Random, peopleId: number, itemId: number, at: number): Placed {
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

function documentsStatus({ documents_status }: VerificationState): Placed[] {
  const to = (at: number, value: "partial_upload" | "full_upload"): Placed => ({
    at,
    change: { kind: "documents_status", to: value },
  });
  if (documents_status === "full_upload") return [to(0.02, "partial_upload"), to(0.85, "full_upload")];
  if (documents_status === "partial_upload") return [to(0.85, "full_upload")];
  return documents_status === "pending_external" ? [] : [to(0.02, "partial_upload")];
}

function conclusion(random: Random, state: VerificationState): Placed[] {
  const of = {
    company: state.company,
    person: state.people[0]?.full_name ?? state.company.legal_name,
    notary: inventNotary(random),
    deed: random.int(1_200, 98_000).toLocaleString("es-MX"),
  };
  const run = { run_id: random.uuid(), findings: inventFindings(random, of, ["medium", "low"]) };
  const at = (moment: number, change: Change): Placed => ({ at: moment, change });
  if (state.status === "finished") {
    return [at(0.9, { kind: "extraction_completed" }), at(1, { kind: "finished", ...run })];
  }
  // A run waits for a quiet file: with another document under way it is left to that one.
  const quiet = state.items.every((item) => item.completed_at !== null);
  return quiet ? [at(1, { kind: "findings", ...run })] : [];
}
