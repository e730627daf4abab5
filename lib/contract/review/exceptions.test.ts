import { expect, it } from "vitest";
import { exceptionsOf } from "./exceptions.ts";
import { facts, finding, item, run } from "./testing/facts.ts";

it.each([
  ["none", {}, []],
  ["a high finding", { run: run({ items: [finding("high", "RFC")] }) }, ["high_finding"]],
  ["a failed item", { items: [item(1, { item_error: "pdf_slice_failed" })] }, ["failed_item"]],
  ["none for an item that is only unclassified", { items: [item(1, { item_type: "unknown" })] }, []],
  ["a provisional run", { run: run({ source: "provisional" }) }, ["run_not_final"]],
  ["a final run that a reopening has outdated", { run: run({ before_reopening: true }) }, ["run_not_final"]],
  ["a run found by reading", { run: run({ source: null, run_id: null }) }, ["run_unknown"]],
  ["no run", { run: null }, ["run_unknown"]],
  [
    "all of them, the gravest first",
    { run: run({ source: "x", items: [finding("high", "RFC")] }), items: [item(1, { item_type: "corrupted_file" })] },
    ["high_finding", "failed_item", "run_unknown"],
  ],
])("excepts %s", (_what, more, expected) => {
  expect(exceptionsOf(facts(more))).toEqual(expected);
});
