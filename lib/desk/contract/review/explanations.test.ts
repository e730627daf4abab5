import { expect, it } from "vitest";
import { explainedReason, explanationOf } from "./explanations.ts";
import { finding } from "./testing/facts.ts";

const RFC = finding("high", "El RFC no coincide.", "RFC");
const POWER = finding("high", "Poder sin fecha");
const explained = (of: typeof RFC, text: string) => ({ ...of, text });

it("belongs to the finding with the same severity, missing field and trimmed message", () => {
  const all = [explained(RFC, "acta 4411")];
  expect(explanationOf({ ...RFC, message: " El RFC no coincide. " }, all)?.text).toBe("acta 4411");
  for (const other of [
    { ...RFC, severity: "low" },
    { ...RFC, missing_field: null },
    { ...RFC, message: "Otro" },
  ]) {
    expect(explanationOf(other, all)).toBeNull();
  }
});

it("writes the reason: one line for each explained finding, equal findings once", () => {
  const all = [explained(POWER, "Consta en el acta"), explained(RFC, "acta 4411")];
  expect(explainedReason([RFC, POWER, RFC], all)).toBe(
    "El RFC no coincide: acta 4411\nPoder sin fecha: Consta en el acta",
  );
  expect(explainedReason([RFC], [])).toBe("");
});
