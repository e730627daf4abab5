import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";

/**
 * The violations that axe finds on the present page, as text for a failing test. Its source is added to each document once,
 * and it reports violations alone: both would cost more than the search itself. Colours of the dark theme are compared by
 * `app/colours.test.ts`, since a theme changes only colours.
 */
export async function violationsOf(page: Page, { graveOnly = false } = {}): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (graveOnly) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => !graveOnly || impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(" ")} ${html} ${failureSummary ?? ""}`),
      );
  }, graveOnly);
}

/** Checks that the tokens of the dark theme reach the page; `app/colours.test.ts` compares their colours. */
export async function violationsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await violationsOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Expects no serious or critical violation of axe, no sideways scrolling, and distinct buttons. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectDistinctButtons(page);
  expect(await violationsOf(page, { graveOnly: true })).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** The names of buttons that close a dialog, in both languages. */
const CLOSING_BUTTONS = ["Close", "Cancel", "Done", "Cerrar", "Cancelar", "Listo"];

/** Expects that no other button of a dialog begins with the name of its closing button: users could confuse them. */
async function expectDistinctButtons(page: Page): Promise<void> {
  const shared = await page.locator("[role=dialog], [role=alertdialog]").evaluateAll((dialogs, leaves) => {
    const wordOf = (button: Element) => (button.ariaLabel ?? button.textContent ?? "").trim().split(/\s/)[0] ?? "";
    return dialogs.flatMap((dialog) => {
      const words = [...dialog.querySelectorAll("button")].filter((button) => button.checkVisibility()).map(wordOf);
      return leaves.filter((leave) => words.filter((word) => word === leave).length > 1);
    });
  }, CLOSING_BUTTONS);
  expect(shared, "words that buttons of a dialog share").toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide, "pixels to scroll sideways").toBeLessThanOrEqual(0);
}

/** A phone, a small window at 200 % and at 400 %, and the widths at which a page changes its layout. */
const WINDOWS = [
  [1920, 900],
  [1280, 900],
  [1000, 900],
  [768, 900],
  [720, 450],
  [360, 740],
  [320, 256],
] as const;

/** Expects that the present page fits each window without scrolling sideways. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await test.step(`at ${width} pixels`, () => expectNoSidewaysScroll(page));
  }
  if (before) await page.setViewportSize(before);
}

/** Waits for the end of finite animations, such as a fade between colours. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return typeof endTime === "number" && Number.isFinite(endTime);
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
