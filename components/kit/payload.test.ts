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

it("shows invalid JSON unchanged", () => {
  expect(prettyPayload("{not json")).toBe("{not json");
});

it("differs from its source in white space only", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.parse(prettyPayload(text))).toEqual(JSON.parse(text));
      expect(prettyPayload(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

it("stays in proportion to its source at any depth and length", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const wide = `[${'{"a":[]},'.repeat(5_000)}"${"\\n".repeat(20_000)}"]`;
  const wideAndDeep = `${"[".repeat(30)}${"0,".repeat(400_000)}0${"]".repeat(30)}`;
  for (const text of [deep, wide, wideAndDeep]) expect(prettyPayload(text).length).toBeLessThan(200_000);
  expect(prettyPayload(deep).replaceAll(/\s/g, "")).toBe(
    deep.slice(0, prettyPayload(deep).replaceAll(/\s/g, "").length),
  );
});

it("shows payloads of a usual size whole", () => {
  const text = JSON.stringify({ findings: Array.from({ length: 500 }, (_, index) => ({ severity: "low", index })) });
  expect(prettyPayload(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
});
