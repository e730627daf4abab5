import fc from "fast-check";
import { expect, it } from "vitest";
import { SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { type FindingsWords, findingsText } from "./findings-section.tsx";

const WORDS: FindingsWords = {
  head: ["EXP-1 (ver_1)"],
  run: "Final run · Nov 20",
  notes: ["No approval."],
  severity: (severity, count) => `${severity.toUpperCase()} (${count})`,
  missing: "Missing:",
  empty: "No findings.",
};

const findings = fc.array(
  fc.record({
    severity: fc.constantFrom<string>(...SEVERITIES, "novel"),
    message: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
    missing_field: fc.option(fc.stringMatching(/^[a-zñ ]{1,12}$/)),
  }),
  { maxLength: 12 },
);

it("writes a run as a readable note", () => {
  const text = findingsText(
    [
      { severity: "low", message: "Falta una copia.", missing_field: null },
      { severity: "high", message: "El RFC no coincide;\nrevisar.", missing_field: "RFC vigente" },
      { severity: "grave", message: "Otro.", missing_field: null },
    ],
    WORDS,
  );
  expect(text).toBe(
    "EXP-1 (ver_1)\nFinal run · Nov 20\nNo approval.\n\nHIGH (1)\n- El RFC no coincide;\n  revisar.\n  Missing: RFC vigente\n\nLOW (1)\n- Falta una copia.\n\nOTHER (1)\n- [grave] Otro.\n",
  );
});

it("states that there are no findings", () => {
  expect(findingsText([], { ...WORDS, notes: [] })).toBe("EXP-1 (ver_1)\nFinal run · Nov 20\n\nNo findings.\n");
});

it("has one line with a dash for each finding, and each message verbatim", () => {
  fc.assert(
    fc.property(findings, (items) => {
      const text = findingsText(items, WORDS);
      expect(text.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(items.length);
      const unindented = text.replaceAll("\n  ", "\n");
      for (const { message, missing_field } of items) {
        expect(unindented).toContain(message.trimEnd());
        if (missing_field) expect(unindented).toContain(`Missing: ${missing_field}`.trimEnd());
      }
    }),
  );
});
