import { expect, it } from "vitest";
import type { ReviewPolicy } from "./facts.ts";
import { initialPolicy } from "./policy.ts";
import { policyChanges } from "./policy-changes.ts";

const policy = initialPolicy("2026-01-01T00:00:00.000000Z");
const changed = (changes: Partial<ReviewPolicy>) => policyChanges(policy, { ...policy, ...changes });

it("is empty for the same rules, in any order of fields and days", () => {
  const { working } = policy;
  const { days, ...rest } = working;
  expect(changed({ version: 2, working: { days: days.toReversed(), ...rest } })).toEqual([]);
});

it("has numbers, choices and hours before and after", () => {
  const { holidays: _, ...before } = policy.working;
  const working = { ...policy.working, to: "17:00" };
  expect(changed({ due_hours: 8, approval: "high", keep_pdfs: true, working })).toEqual([
    { field: "due_hours", before: 16, after: 8 },
    { field: "approval", before: "never", after: "high" },
    { field: "working", before, after: { ...before, to: "17:00" } },
    { field: "keep_pdfs", before: false, after: true },
  ]);
});

it("has the entries of lists that were added, removed or reworded", () => {
  const [first, second, ...others] = policy.catalogue as [
    ReviewPolicy["catalogue"][number],
    ReviewPolicy["catalogue"][number],
  ];
  const fresh = { code: "new", for: ["closed" as const], en: "New", es: "Nuevo" };
  expect(changed({ catalogue: [{ ...second, es: "Otras palabras" }, ...others, fresh] })).toEqual([
    {
      field: "catalogue",
      added: [{ en: "New", es: "Nuevo" }],
      removed: [{ en: first.en, es: first.es }],
      changed: 1,
    },
  ]);
  expect(changed({ watched_labels: ["vip"] })).toEqual([
    { field: "watched_labels", added: [{ en: "vip", es: "vip" }], removed: [], changed: 0 },
  ]);
  expect(changed({ catalogue: policy.catalogue.toReversed() })).toEqual([]);
});

it("states that texts changed, without the texts", () => {
  const templates = { ...policy.templates, en: "{points}" };
  const letter = { ...policy.letter, signature: "{officer}" };
  expect(changed({ templates, letter })).toEqual([{ field: "templates" }, { field: "letter" }]);
});
