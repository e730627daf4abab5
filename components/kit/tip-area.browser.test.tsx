import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { Hint } from "./hint.tsx";
import { PageTips, TipArea, type TipPlace } from "./tip-area.tsx";

/** Longer than any delay of a tooltip. */
const LONG_WAIT_MS = 1_000;

let root: Root;
beforeEach(() => {
  document.body.innerHTML = '<div style="padding: 100px; height: 3000px"></div>';
  root = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    root.render(
      <>
        <PageTips />
        <Hint text="Export list">
          <Button>E</Button>
        </Hint>
        <Button>Other</Button>
        <TipArea tipOf={ofRow}>
          <p data-row>
            <a href="#row">EXP-1</a> <span>3</span>
          </p>
        </TipArea>
      </>,
    ),
  );
});
afterEach(() => {
  vi.useRealTimers();
  root.unmount();
});

/** A tip for the cell under the pointer, or for all cells of the focused row. */
function ofRow(target: Element, place: TipPlace) {
  const element = place === null ? target.closest("a") : target.closest("span");
  return element && { element, text: place === null ? "ver_1, 3 findings" : "3 findings" };
}

const tip = page.getByRole("tooltip");
const exporting = page.getByRole("button", { name: "E", exact: true });
const other = page.getByRole("button", { name: "Other" });
/** Expects no tooltip, even after a long wait. */
async function expectNone(cause: () => unknown): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  cause();
  await vi.advanceTimersByTimeAsync(LONG_WAIT_MS);
  vi.useRealTimers();
  expect(document.querySelector("[role=tooltip]")).toBeNull();
}

test("on hover the tooltip opens beside its element, stays while the pointer is on it, and closes when the pointer leaves", async () => {
  await exporting.hover();
  await expect.element(tip).toHaveTextContent("Export list");
  const content = page.elementLocator(document.querySelector("[data-slot=tooltip-content]") as Element);
  const [of, box] = [exporting.element().getBoundingClientRect(), content.element().getBoundingClientRect()];
  expect(Math.min(Math.abs(box.bottom - of.top), Math.abs(box.top - of.bottom))).toBeLessThan(16);
  await content.hover();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await vi.advanceTimersByTimeAsync(LONG_WAIT_MS);
  vi.useRealTimers();
  await expect.element(content).toBeVisible();
  await userEvent.unhover(content);
  await expect.element(tip).not.toBeInTheDocument();
});

test("the tooltip has the element's words at its opening", async () => {
  const button = exporting.element();
  // The text changes after the pointer has moved, long before the tooltip opens.
  button.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", bubbles: true }));
  button.setAttribute("data-tip", "Words of another zone");
  await expect.element(tip).toHaveTextContent("Words of another zone");
});

test("scrolling and pressing close it", async () => {
  await exporting.hover();
  await expect.element(tip).toBeInTheDocument();
  window.scrollBy(0, 20);
  await expect.element(tip).not.toBeInTheDocument();
  await other.hover();
  await exporting.hover();
  await expect.element(tip).toBeInTheDocument();
  await exporting.click();
  await expect.element(tip).not.toBeInTheDocument();
});

test("on focus an icon shows its name, and Escape closes the tooltip and keeps the focus", async () => {
  (other.element() as HTMLElement).focus();
  await userEvent.tab({ shift: true });
  await expect.element(exporting).toHaveFocus();
  await expect.element(tip).toHaveTextContent("Export list");
  await userEvent.keyboard("{Escape}");
  await expect.element(tip).not.toBeInTheDocument();
  await expect.element(exporting).toHaveFocus();
});

test("focus moved by a script opens no tooltip for users of the pointer", async () => {
  await other.click();
  await expectNone(() => (exporting.element() as HTMLElement).focus());
});

test("touch opens no tooltip", () =>
  expectNone(() =>
    exporting.element().dispatchEvent(new PointerEvent("pointermove", { pointerType: "touch", bubbles: true })),
  ));

test("in an area with computed tooltips hover shows the text of a cell, and focus the text of the row", async () => {
  await page.getByText("3", { exact: true }).hover();
  await expect.element(tip).toHaveTextContent("3 findings");
  await other.hover();
  const link = page.getByRole("link", { name: "EXP-1" });
  (other.element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(link).toHaveFocus();
  await expect.element(tip).toHaveTextContent("ver_1, 3 findings");
  await expect.element(link).toHaveAccessibleDescription("ver_1, 3 findings");
  await userEvent.keyboard("{Escape}");
  await expect.element(link).toHaveAccessibleDescription("");
});
