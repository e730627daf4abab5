import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { WholeTags } from "./whole-tags.tsx";

const LONG = `EXP-${"2008-".repeat(9)}2008`;

const linesOf = (text: string): number => {
  const range = document.createRange();
  range.selectNodeContents(page.getByText(text, { exact: true }).element());
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
};

test("at no width a tag breaks at its hyphen, while one longer than a line does", async () => {
  mountPage(
    <div data-testid="box" className="wrap-anywhere text-sm">
      <WholeTags>{`Textiles Tres Ríos · EXP-2008 · ${LONG}`}</WholeTags>
    </div>,
  );
  const box = page.getByTestId("box").element() as HTMLElement;
  for (let width = 300; width > 100; width -= 5) {
    box.style.width = `${width}px`;
    expect([width, linesOf("EXP-2008")]).toEqual([width, 1]);
    expect([width, box.scrollWidth]).toEqual([width, width]);
  }
  expect(box.textContent).toBe(`Textiles Tres Ríos · EXP-2008 · ${LONG}`);
});
