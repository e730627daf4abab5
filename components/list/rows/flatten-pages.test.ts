import { expect, it } from "vitest";
import { flattenPages } from "./flatten-pages.ts";

it("joins pages in order and keeps the first of a row that stands in two", () => {
  const row = (id: string, text: string) => ({ id, text });
  const pages = [{ items: [row("a", "new"), row("b", "")] }, { items: [row("c", ""), row("a", "old")] }];
  expect(flattenPages(pages, ({ id }) => id)).toEqual([row("a", "new"), row("b", ""), row("c", "")]);
});
