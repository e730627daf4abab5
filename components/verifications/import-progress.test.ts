import { expect, it } from "vitest";
import { advance, countOutcomes, type Progress, type Step, startProgress, unfinished } from "./import-progress.ts";

const result = (verification_id: string, outcome: "added" | "known" | "not_found" | "failed"): Step => ({
  type: "result",
  line: { verification_id, outcome, ...(outcome === "failed" ? { code: "SERVICE_TIMEOUT" } : {}) },
});
const after = (...steps: Step[]): Progress => steps.reduce(advance, startProgress(["a", "b", "c", "d"]));

it("keeps the requested order, whatever is done first", () => {
  const { entries } = after(result("c", "known"), result("a", "added"));
  expect(entries.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["a added", "b null", "c known", "d null"]);
});

it("counts every id once", () => {
  const progress = after(result("a", "added"), result("b", "failed"), result("c", "not_found"), { type: "ended" });
  expect(countOutcomes(progress)).toEqual({ added: 1, known: 0, not_found: 1, failed: 1, open: 1 });
});

it("offers again what failed and what was never answered, not what the service does not know", () => {
  const progress = after(result("a", "added"), result("b", "failed"), result("c", "not_found"), {
    type: "broken",
    code: "OFFLINE",
  });
  expect(progress).toMatchObject({ state: "broken", code: "OFFLINE" });
  expect(unfinished(progress)).toEqual(["b", "d"]);
});

it("begins anew with those alone when tried again", () => {
  const progress = after(result("a", "added"), result("b", "failed"), { type: "stopped" }, { type: "again" });
  expect(progress).toMatchObject({ state: "running", code: null });
  expect(progress.entries.map(({ outcome }) => outcome)).toEqual(["added", null, null, null]);
  expect(progress.entries[1]?.code).toBeNull();
});
