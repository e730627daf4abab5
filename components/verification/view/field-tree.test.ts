import fc from "fast-check";
import { expect, it } from "vitest";
import { type FieldNode, fieldTree } from "./field-tree.ts";

it("shows names and values as they came, lists counted from one", () => {
  const [node] = fieldTree({ risk: { score: 0.5, tags: ["a", null], open: false } });
  expect(node?.children.map(({ name, text, kind }) => [name, text, kind])).toEqual([
    ["score", "0.5", "number"],
    ["tags", null, "list"],
    ["open", "false", "boolean"],
  ]);
  expect(node?.children[1]?.children.map(({ name, text }) => [name, text])).toEqual([
    ["1", "a"],
    ["2", "null"],
  ]);
});

it("says how much it leaves out", () => {
  expect(fieldTree({ list: Array(150).fill(1) })[0]).toMatchObject({ hidden: 50 });
  expect(fieldTree({ text: "x".repeat(2_500) })[0]).toMatchObject({ hidden: 500 });
});

it("is bounded for anything that JSON can say", () => {
  const size = (nodes: FieldNode[]): number => nodes.reduce((sum, node) => sum + 1 + size(node.children), 0);
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level++) deep = { deep };
  expect(size(fieldTree({ deep }))).toBeLessThan(20);
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => void fieldTree(fields)));
});
