import { expect, it } from "vitest";
import { flattenPages } from "./flatten-pages.ts";

it("joins pages in order and keeps the first of a verification that stands in two", () => {
  const row = (verification_id: string, tag: string) => ({ verification_id, tag });
  const pages = [{ items: [row("a", "new"), row("b", "")] }, { items: [row("c", ""), row("a", "old")] }];
  expect(flattenPages(pages)).toEqual([row("a", "new"), row("b", ""), row("c", "")]);
});
