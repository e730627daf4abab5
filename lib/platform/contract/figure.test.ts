import fc from "fast-check";
import { expect, it, test } from "vitest";
import { FIGURES, type Figure, NOT_NARROWED, readFigure, writeFigure } from "./figure.ts";

const text = fc
  .string({ unit: "grapheme", maxLength: 60 })
  .filter((value) => !value.includes("\0") && value.length <= 200);
const figures: fc.Arbitrary<Figure> = fc.record({
  name: fc.constantFrom(...FIGURES),
  value: fc.option(text),
  from: fc.constantFrom("2026-01-01", "2026-11-01"),
  to: fc.constantFrom("2026-11-01", "2026-11-30"),
  account: fc.option(text),
  label: fc.option(text),
  tag_prefix: fc.option(text),
  policy_version: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
});

it("reads every figure that it writes, in text without a comma", () => {
  fc.assert(
    fc.property(figures, (figure) => {
      const written = writeFigure(figure);
      expect(written).not.toContain(",");
      expect(readFigure(written)).toEqual(figure);
    }),
  );
});

it("reads a value with the mark of values", () => {
  const figure = { name: "created", value: "~", from: "2026-11-01", to: "2026-11-01", ...NOT_NARROWED } as const;
  expect(readFigure(writeFigure(figure))).toEqual(figure);
});

test.each([
  "",
  "completed",
  "unheard_of@2026-11-01..2026-11-30",
  "completed@2026-11-30..2026-11-01",
  "completed@2026-02-30..2026-11-01",
  "completed@2026-11-01..2026-11-30;label=%zz",
  "completed@2026-11-01..2026-11-30;label=a;label=b",
  "completed@2026-11-01..2026-11-30;color=red",
  "completed@2026-11-01..2026-11-30;policy_version=0x1",
  `completed~${"x".repeat(401)}@2026-11-01..2026-11-30`,
  "completed~%00@2026-11-01..2026-11-30",
])("%s is no figure", (written) => {
  expect(readFigure(written)).toBeNull();
});
