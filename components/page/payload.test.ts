import fc from "fast-check";
import { expect, it } from "vitest";
import { prettyPayload } from "./payload.tsx";

it("lays out JSON with its own key order", () => {
  expect(prettyPayload('{"b":1,"a":[true,{}],"c":[]}')).toBe(
    '{\n  "b": 1,\n  "a": [\n    true,\n    {}\n  ],\n  "c": []\n}',
  );
});

it("keeps numbers as they were written", () => {
  expect(prettyPayload('{"id":9007199254740993,"x":1.10}')).toBe('{\n  "id": 9007199254740993,\n  "x": 1.10\n}');
});

it("shows what is not JSON as it is", () => {
  expect(prettyPayload("{not json")).toBe("{not json");
});

it("says the same as what it lays out, and no more than white space differs", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.parse(prettyPayload(text))).toEqual(JSON.parse(text));
      expect(prettyPayload(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

it("stays in proportion to what it lays out, however deep and however long", () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const wide = `[${'{"a":[]},'.repeat(5_000)}"${"\\n".repeat(20_000)}"]`;
  for (const text of [deep, wide]) expect(prettyPayload(text).length).toBeLessThan(text.length * 70);
});
