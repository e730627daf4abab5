import { expect, it } from "vitest";
import type { PeopleOutcome } from "#lib/core/contract/people/person.ts";
import { exceptionsOf } from "./exceptions.ts";
import type { HandledItem, ReviewFacts } from "./facts.ts";
import { day, facts, finding, item, minute, POLICY, person, run } from "./testing/facts.ts";

const of = (more: Partial<ReviewFacts>, now = minute(5), handled: HandledItem[] = []) =>
  exceptionsOf(facts(more), { handled, policy: POLICY, now });

it.each<[string, Partial<ReviewFacts>, string[]]>([
  ["none", {}, []],
  ["a high finding", { run: run({ items: [finding("high", "RFC")] }) }, ["high_finding"]],
  ["a failed item", { items: [item(1, { item_error: "pdf_slice_failed" })] }, ["failed_item"]],
  ["an unclassified item", { items: [item(1, { item_type: "unknown" })] }, ["failed_item"]],
  ["a provisional run", { run: run({ source: "provisional" }) }, ["run_not_final"]],
  ["a final run that a reopening has outdated", { run: run({ before_reopening: true }) }, ["run_not_final"]],
  ["a run found by reading", { run: run({ source: null, run_id: null }) }, ["run_unknown"]],
  ["no run", { run: null }, ["run_unknown"]],
  ["documents that are missing", { documents_status: "awaiting_customer" }, ["documents_incomplete"]],
  ["a documents_status outside the interface", { documents_status: "lost" }, ["documents_incomplete"]],
  ["nothing for an unknown documents_status", { documents_status: null }, []],
  ["an error of the service, after a final run too", { status: "error" }, ["status_not_finished"]],
  ["a pending validation", { status: "pending_validation" }, ["status_not_finished"]],
  ["nothing for `pending` after the final run, which comes first", { status: "pending" }, []],
  [
    "`pending` with a final run before the reopening",
    { status: "pending", run: run({ before_reopening: true }) },
    ["run_not_final", "status_not_finished"],
  ],
  [
    "all of them, in the order of the record",
    {
      run: run({ source: "x", items: [finding("high", "RFC")] }),
      items: [item(1, { item_type: "corrupted_file" })],
      ...{ status: "pending", documents_status: "partial_upload" },
      people: [person(1, { outcome: "other_error" })],
    },
    ["high_finding", "failed_item", "run_unknown", "documents_incomplete", "status_not_finished", "person_unresolved"],
  ],
])("excepts %s", (_what, more, expected) => {
  expect(of(more)).toEqual(expected);
});

it.each<[PeopleOutcome, ReturnType<typeof minute>, boolean]>([
  ["curp_format_error", minute(0), true],
  ["failed", minute(0), true],
  ["curp_scrapper_error", minute(60), false],
  ["curp_scrapper_error", day(2), true],
  ["curp_service_unavailable", day(2), true],
  ["none", day(9), false],
  ["no_result", day(9), false],
  ["found", day(9), false],
])("excepts a person with %s at %s: %s", (outcome, now, expected) => {
  expect(of({ people: [person(1), person(2, { outcome })] }, now)).toEqual(expected ? ["person_unresolved"] : []);
});

it("counts a handled error, but not a handled document without a type", () => {
  const [error, unclassified] = [item(1, { item_error: "pdf_slice_failed" }), item(2, { item_type: "unknown" })];
  expect(of({ items: [error] }, minute(5), [error])).toEqual(["failed_item"]);
  expect(of({ items: [unclassified] }, minute(5), [unclassified])).toEqual([]);
  expect(of({ items: [unclassified] }, minute(5), [{ ...unclassified, item_type: "csf_mx" }])).toEqual(["failed_item"]);
});
