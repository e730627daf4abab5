import { expect, it } from "vitest";
import { createMissingReport } from "./missing-parts.ts";

it("missing parts are logged in words when they change", () => {
  const lines: string[] = [];
  const report = createMissingReport({
    info: (text: string) => lines.push(text),
    warn: (_facts: object, text: string) => lines.push(text),
  } as unknown as Parameters<typeof createMissingReport>[0]);
  for (const missing of [["database"], ["database"], ["receiver", "worker"], [], []]) report(missing);
  expect(lines).toEqual([
    "missing: the database does not answer or does not store",
    "missing: no receiver gives a sign of life; no worker gives a sign of life",
    "ready: nothing is missing",
  ]);
});
