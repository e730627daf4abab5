import fc from "fast-check";
import { expect, it } from "vitest";
import { groupFindings } from "./group-findings.ts";

const finding = fc.record({
  severity: fc.constantFrom("low", "high", "medium", "critical", ""),
  message: fc.string(),
  missing_field: fc.option(fc.string()),
});

it("loses no finding and invents none, gravest first", () => {
  fc.assert(
    fc.property(fc.array(finding), (items) => {
      const groups = groupFindings(items);
      expect(groups.flatMap((group) => group.items)).toHaveLength(items.length);
      for (const item of items) expect(groups.some((group) => group.items.includes(item))).toBe(true);
      const order = ["high", "medium", "low", "other"];
      const positions = groups.map((group) => order.indexOf(group.severity));
      expect(positions).toEqual(positions.toSorted());
    }),
  );
});
