import fc from "fast-check";
import { expect, it } from "vitest";
import { type FieldNode, fieldTree } from "./other-fields-section.tsx";

const size = (nodes: FieldNode[]): number => nodes.reduce((sum, node) => sum + 1 + size(node.children), 0);

it("shows names and values as they came, lists counted from one", () => {
  const [node] = fieldTree({ risk: { score: 0.5, tags: ["a", null], open: false } }).children;
  expect(node?.children.map(({ name, text, isNull }) => [name, text, isNull])).toEqual([
    ["score", "0.5", false],
    ["tags", null, false],
    ["open", "false", false],
  ]);
  expect(node?.children[1]?.children.map(({ name, text, isNull }) => [name, text, isNull])).toEqual([
    ["1", "a", false],
    ["2", "null", true],
  ]);
});

it("states how much it leaves out", () => {
  expect(fieldTree({ list: Array(150).fill(1) }).children[0]).toMatchObject({ hidden: 50 });
  expect(fieldTree({ text: "x".repeat(2_500) }).children[0]).toMatchObject({ hidden: 500 });
  const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`field ${index}`, index]));
  expect(fieldTree(many)).toMatchObject({ hidden: 30 });
});

it("is bounded for any JSON", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level++) deep = { deep };
  expect(size(fieldTree({ deep }).children)).toBeLessThan(20);
  const rows = Array(100).fill(Array(100).fill(Array(100).fill(1)));
  const { children } = fieldTree({ rows });
  expect(size(children)).toBeLessThanOrEqual(1_000);
  expect(children[0]?.children[99]?.hidden).toBe(100);
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => void fieldTree(fields)));
});
