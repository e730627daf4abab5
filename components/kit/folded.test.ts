import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Groups, MAX_UNGROUPED } from "./folded.tsx";

const KINDS = 3;

const drawn = (items: readonly number[], groupOf: (item: number) => string) =>
  renderToStaticMarkup(
    createElement(Groups<number>, {
      items,
      groupOf,
      title: (item, group) => `kind ${item % KINDS}: ${group.length}`,
      rest: (count) => `${count} more`,
      draw: (group) => group.map((item) => createElement("i", { key: item }, item)),
    }),
  );

const first = (count: number) => Array.from({ length: count }, (_, index) => index);
const entries = (html: string) => html.match(/<i>/g)?.length ?? 0;

it("draws few entries unfolded", () => {
  const html = drawn(first(MAX_UNGROUPED), (item) => String(item % KINDS));
  expect(entries(html)).toBe(MAX_UNGROUPED);
  expect(html).not.toContain("<details");
});

it("draws names and sizes of the groups of many entries, and entries only of groups with a single entry", () => {
  const html = drawn([...first(300), 1_000], (item) => (item === 1_000 ? "own" : String(item % KINDS)));
  expect(html.match(/kind \d: 100/g)).toEqual(["kind 0: 100", "kind 1: 100", "kind 2: 100"]);
  expect(entries(html)).toBe(1);
});

it("groups entries in further groups together", () => {
  const html = drawn(first(300), String);
  expect(entries(html)).toBeLessThan(MAX_UNGROUPED);
  expect(html).toContain(`${300 - entries(html)} more`);
});
