import { describe, expect, it } from "vitest";
import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { basisOf } from "./basis.ts";
import { differencesFrom, queuedAt } from "./changes.ts";
import type { ReviewFacts } from "./facts.ts";
import { day, facts, finding, item, minute, POLICY, person, run } from "./testing/facts.ts";

/** The minute of the decision. */
const DECIDED = 60;
const WATCHING = { ...POLICY, watched_labels: ["pep"] };

const decided = (resolution: Resolution, before: ReviewFacts) => ({
  resolution,
  at: minute(DECIDED),
  basis: basisOf(before),
});

/** Kinds of difference; those that bring a decision back are marked with `!`. */
function brief(resolution: Resolution, before: ReviewFacts, after: ReviewFacts): string {
  return differencesFrom(decided(resolution, before), after, WATCHING)
    .map(({ kind, brings_back }) => `${kind}${brings_back ? "!" : ""}`)
    .join(" ");
}

const LATER = 90;
const later = (more: Parameters<typeof run>[0]) =>
  run({ run_id: "run-2", computed_at: minute(LATER), known_at: minute(LATER), ...more });
const [poder, domicilio] = [finding("medium", "Poder sin fecha", "poder"), finding("low", "Domicilio incompleto")];
const failed = item(1, { item_error: "pdf_slice_failed" });
const unfinished = { status: "pending", reopened_at: minute(70) };

type DifferenceCase = [what: string, after: ReviewFacts, accepted: string, rejected: string, before?: ReviewFacts];

const CASES: Record<string, DifferenceCase[]> = {
  "a finding is new or graver": [
    [
      "new",
      facts({ run: later({ items: [poder, domicilio, finding("low", "Otro")] }) }),
      "finding_added!",
      "finding_added!",
    ],
    [
      "graver, by its words",
      facts({ run: later({ items: [poder, { ...domicilio, severity: "high" }] }) }),
      "finding_graver!",
      "finding_graver!",
    ],
    [
      "graver, by its missing field",
      facts({ run: later({ items: [finding("high", "Falta el poder", "poder"), domicilio] }) }),
      "finding_graver!",
      "finding_graver!",
    ],
    ["twice", facts({ run: later({ items: [poder, domicilio, domicilio] }) }), "finding_added!", "finding_added!"],
    [
      "where no run was known",
      facts(),
      "finding_added! finding_added!",
      "finding_added! finding_added!",
      facts({ run: null }),
    ],
  ],
  "a finding is gone or milder": [
    ["gone", facts({ run: later({ items: [poder] }) }), "finding_gone", "finding_gone!"],
    [
      "milder",
      facts({ run: later({ items: [{ ...poder, severity: "low" }, domicilio] }) }),
      "finding_milder",
      "finding_milder!",
    ],
    [
      "gone by a provisional run",
      facts({ ...unfinished, run: later({ items: [poder], source: "provisional" }) }),
      "finding_gone reopened!",
      "finding_gone reopened",
    ],
    [
      "gone, and another one reworded",
      facts({ run: later({ items: [{ ...poder, message: "Sin fecha" }] }) }),
      "finding_gone wording!",
      "finding_gone! wording",
    ],
  ],
  "only wording differs": [
    [
      "all of them",
      facts({ run: later({ items: [finding("medium", "Fecha", "poder"), finding("low", "Calle")] }) }),
      "wording! wording!",
      "wording wording",
    ],
    [
      "no difference for spaces around a message",
      facts({ run: later({ items: [{ ...poder, message: " Poder sin fecha " }, domicilio] }) }),
      "run_confirmed",
      "run_confirmed",
    ],
    [
      "comes before the check for new findings",
      facts({ run: later({ items: [poder, finding("low", "Algo muy distinto")] }) }),
      "wording!",
      "wording",
    ],
  ],
  "a second final run that says the same": [
    ["final again", facts({ run: later({}) }), "run_confirmed", "run_confirmed"],
    [
      "provisional to final",
      facts({ run: later({}) }),
      "run_confirmed",
      "run_confirmed",
      facts({ run: run({ source: "provisional" }) }),
    ],
    ["the same run_id", facts({ run: run({ items: [] }) }), "", ""],
    ["another order", facts({ run: run({ run_id: null, items: [domicilio, poder] }) }), "", ""],
  ],
  "a provisional run newer than the final one while still finished": [
    ["the same", facts({ run: later({ source: "provisional" }) }), "run_newer_provisional", "run_newer_provisional"],
    [
      "another",
      facts({ run: later({ source: "provisional", items: [finding("high", "RFC")] }) }),
      "finding_added finding_gone finding_gone run_newer_provisional",
      "finding_added finding_gone finding_gone run_newer_provisional",
    ],
  ],
  "a new item completed after the decision": [
    ["new", facts({ items: [item(1), item(2, { completed_at: minute(LATER) })] }), "item_new!", "item_new!"],
    [
      "in process at the decision",
      facts({ items: [item(1, { completed_at: minute(LATER) })] }),
      "item_new!",
      "item_new!",
      facts({ items: [item(1, { completed_at: null })] }),
    ],
    ["still in process", facts({ items: [item(1), item(2, { completed_at: null })] }), "", ""],
  ],
  "an item completed before it, learned of late": [
    [
      "in order",
      facts({ items: [item(1), item(2, { known_at: minute(LATER) })] }),
      "item_learned_late",
      "item_learned_late",
    ],
    [
      "needs attention",
      facts({ items: [item(1), item(2, { item_type: "unknown", known_at: minute(LATER) })] }),
      "item_learned_late!",
      "item_learned_late",
    ],
  ],
  "an item comes to need attention, or has another type": [
    ["attention", facts({ items: [failed] }), "item_problem!", "item_problem!"],
    ["another type", facts({ items: [item(1, { item_type: "ac_mx" })] }), "item_type!", "item_type!"],
    [
      "new, and failed before it completed",
      facts({ items: [item(1), { ...failed, item_id: 2, completed_at: null }] }),
      "item_problem!",
      "item_problem!",
    ],
  ],
  "an item recovers": [
    ["from an error", facts(), "item_recovered", "item_recovered!", facts({ items: [failed] })],
    [
      "from unknown",
      facts(),
      "item_recovered",
      "item_recovered!",
      facts({ items: [item(1, { item_type: "unknown" })] }),
    ],
    [
      "as another type",
      facts({ items: [item(1, { item_type: "ac_mx" })] }),
      "item_type!",
      "item_type!",
      facts({ items: [failed] }),
    ],
  ],
  "internal_status, extraction times, one error for another": [
    ["another error", facts({ items: [item(1, { item_error: "other" })] }), "", "", facts({ items: [failed] })],
    ["completed again", facts({ items: [item(1, { completed_at: minute(LATER) })] }), "", ""],
  ],
  "a person is new, no longer found, or CURP, name or birth date differ": [
    ["new", facts({ people: [person(1), person(2)] }), "person_new!", "person_new!"],
    [
      "no longer found",
      facts({ people: [person(1, { outcome: "failed" })] }),
      "person_not_found!",
      "person_not_found!",
    ],
    ["another CURP", facts({ people: [person(1, { curp_hash: "other" })] }), "person_changed!", "person_changed!"],
    ["another name", facts({ people: [person(1, { name_hash: "other" })] }), "person_changed!", "person_changed!"],
    [
      "another birth date",
      facts({ people: [person(1, { birth_date_hash: "other" })] }),
      "person_changed!",
      "person_changed!",
    ],
  ],
  "a person's lookup improves": [
    [
      "found, with what the registry adds",
      facts(),
      "person_improved",
      "person_improved!",
      facts({ people: [person(1, { outcome: "curp_format_error", name_hash: null, birth_date_hash: null })] }),
    ],
  ],
  "a temporary lookup failure after a known outcome, a renewed PDF link, message": [
    ["temporary", facts({ people: [person(1, { outcome: "curp_scrapper_error" })] }), "", ""],
  ],
  "documents_status leaves full_upload": [
    ["back", facts({ documents_status: "partial_upload" }), "documents_back!", "documents_back"],
    [
      "before it was complete",
      facts({ documents_status: "pending_upload" }),
      "",
      "",
      facts({ documents_status: "partial_upload" }),
    ],
  ],
  "status becomes error": [["error", facts({ status: "error" }), "status_error!", "status_error"]],
  reopened: [["since the decision", facts(unfinished), "reopened!", "reopened"]],
  "finished again with nothing different": [["the badge goes", facts(), "", "", facts(unfinished)]],
  "labels and comments": [
    ["any", facts({ labels: ["vip"] }), "", ""],
    ["a watched one", facts({ labels: ["pep"] }), "label!", "label!"],
    ["a watched one taken off", facts(), "label!", "label!", facts({ labels: ["pep"] })],
  ],
  "something unknown became known": [
    ["documents", facts(), "", "", facts({ documents_status: null })],
    ["people in order", facts(), "", "", facts({ people: null })],
    [
      "people that need attention",
      facts({ people: [person(1, { outcome: "failed" })] }),
      "person_new!",
      "person_new",
      facts({ people: null }),
    ],
    [
      "a lookup that fails",
      facts({ people: [person(1, { outcome: "failed" })] }),
      "person_not_found!",
      "person_not_found",
      facts({ people: [person(1, { outcome: "none" })] }),
    ],
    ["a run without findings", facts({ run: run({ items: [] }) }), "", "", facts({ run: null })],
    ["the type of an item", facts(), "", "", facts({ items: [item(1, { item_type: null })] })],
  ],
  "retention, rebuild, import again": [
    ["facts that are no longer known", facts({ run: null, items: [], people: null, documents_status: null }), "", ""],
    ["people that are gone", facts({ people: [] }), "", ""],
    ["imported", facts({ imported: true, read_at: day(9) }), "", ""],
  ],
};

describe.each(Object.entries(CASES))("%s", (_row, rows) => {
  it.each(rows)("%s", (_what, after, accepted, rejected, before = facts()) => {
    expect(brief("accepted", before, after)).toBe(accepted);
    expect(brief("rejected", before, after)).toBe(rejected);
    expect(brief("closed", before, after)).toBe(rejected);
  });
});

describe("queued", () => {
  const SEEN = 100;
  function queued(after: ReviewFacts, resolution: Resolution = "accepted", before = facts()): Instant | null {
    const decision = decided(resolution, before);
    return queuedAt(differencesFrom(decision, after, WATCHING), decision.basis, after, minute(SEEN), WATCHING);
  }
  const more = [poder, domicilio, finding("high", "RFC")];
  const provisional = later({ source: "provisional", items: more });
  const reopened = { ...unfinished, reopened_at: day(5) };

  it.each<[string, Instant | null, Instant | null]>([
    ["never without a difference", queued(facts()), null],
    ["never for a difference that is only shown", queued(facts({ run: later({ items: [poder] }) })), null],
    ["at once when finished", queued(facts({ run: later({ items: more }) })), minute(SEEN)],
    ["when it finishes", queued(facts({ status_at: minute(300), items: [failed] })), minute(300)],
    [
      "else 24 hours after it was first seen",
      queued(facts({ ...unfinished, reopened_at: day(5), run: provisional })),
      minute(SEEN + 24 * 60),
    ],
    [
      "or at the next final run",
      queued(facts({ ...reopened, run: later({ items: more, known_at: minute(200) }) })),
      minute(200),
    ],
    [
      "not at the final run in the basis of the decision",
      queued(facts({ ...reopened, items: [failed] })),
      minute(SEEN + 24 * 60),
    ],
    ["a working day after a reopening", queued(facts(unfinished)), minute(70 + 24 * 60)],
    ["not for a reopening of a rejected one", queued(facts(unfinished), "rejected"), null],
    ["20 minutes after a watched label", queued(facts({ labels: ["pep"] })), minute(SEEN + 20)],
  ])("%s", (_what, at, expected) => {
    expect(at).toBe(expected);
  });
});
