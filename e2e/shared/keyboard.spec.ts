import type { Page } from "@playwright/test";
import { expectFits, violationsInTheDark, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";

type TabStop = {
  name: string;
  /** The element, an overlay on it, or its label has an outline. */
  outlined: boolean;
  /** A part of it is in the window and not covered. */
  inSight: boolean;
};

const MAX_STOPS = 250;

/** The controls that `key` focuses one after the other, until one repeats. */
async function stopsOf(page: Page, key: "Tab" | "Shift+Tab" = "Tab"): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-visited]")) element.removeAttribute("data-visited");
  });
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press(key);
    const stop = await focused(page, key);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`after ${MAX_STOPS} presses of Tab there are still new elements`);
}

/** The focused element; null for none, or if an earlier call with this mark returned it. */
const focused = (page: Page, mark: string): Promise<TabStop | null> =>
  page.evaluate((mark) => {
    const element = document.activeElement;
    if (!element || element === document.body || element.getAttribute("data-visited") === mark) return null;
    element.setAttribute("data-visited", mark);
    const outlined = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
      outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(", 0)");
    const label = element.closest("label");
    const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
    if (label) styles.push(getComputedStyle(label));
    const box = element.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, window.innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
    const heights = [0.1, 0.5, 0.9].map((share) => top + (bottom - top) * share);
    const over = heights.map((y) => document.elementFromPoint((left + right) / 2, y));
    return {
      name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 60)}`,
      // The calendar button within a date field has the focus, with the browser's own outline.
      outlined: styles.some(outlined) || !element.matches(":focus"),
      inSight:
        left < right && top < bottom && over.some((top) => top && (element.contains(top) || top.contains(element))),
    };
  }, mark);

const names = (stops: TabStop[]) => stops.map(({ name }) => name);

test("a reviewer reaches each control of the list and of a file by keyboard, with its focus in sight; axe finds nothing on the file", async ({
  page,
  play,
  signInAs,
}) => {
  const { tag } = await play("item-error-password_protected_pdf");
  await signInAs("compliance");
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = `/verifications?q=${tag}&status=finished`;
  await page.goto(address);
  await expect(rowOf(page, tag)).toBeVisible();
  await live(page);
  const hidden = (stops: TabStop[]) => stops.filter(({ outlined, inSight }) => !outlined || !inSight);

  await test.step("Tab in the list", async () => {
    const stops = await stopsOf(page);
    expect(hidden(stops)).toEqual([]);
    const order = ["A Skip to content", "INPUT Search", "BUTTON Remove Status: Finished", `A ${tag}`];
    const places = order.map((name) => names(stops).indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  await expectFits(page);
  await rowOf(page, tag).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();

  const activity = page.getByRole("region", { name: "Activity" });
  await test.step("Tab on the file, and back", async () => {
    const people = page.getByRole("region", { name: /^People/ });
    await expect(activity.getByRole("listitem").first()).toBeVisible();
    await expect(people.getByRole("listitem").first()).toBeVisible();
    await expect(page.getByText(/^Updated /)).toBeVisible();
    await page.getByRole("link", { name: "Skip to content" }).focus();
    const stops = await stopsOf(page);
    expect(hidden(stops)).toEqual([]);
    for (const name of ["BUTTON Print", "BUTTON Copy the findings as text", "SUMMARY Details"]) {
      expect(names(stops)).toContain(name);
    }
    // With Shift+Tab the focused element scrolls in at the upper edge, where the header is.
    const back = await stopsOf(page, "Shift+Tab");
    expect(back.filter(({ inSight }) => !inSight)).toEqual([]);
    expect(back.length).toBeGreaterThan(10);
  });

  await test.step("one section of each kind opened, and two runs compared", async () => {
    const findings = page.getByRole("region", { name: /^Findings/ });
    await findings.getByText("What changed between two runs:").click();
    await expect(findings.getByRole("region", { name: /^The same/ })).toBeVisible();
    await page
      .getByRole("region", { name: /^Documents/ })
      .locator("summary")
      .first()
      .click();
    await activity.getByRole("listitem").filter({ hasText: "Verification finished" }).locator("summary").click();
    await expect(activity.getByText("verification.v2.finished", { exact: true }).first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsInTheDark(page), "dark").toEqual([]);
  });

  await test.step("back to the row", async () => {
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
  });
});
