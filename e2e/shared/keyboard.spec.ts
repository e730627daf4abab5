import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, table } from "#e2e/support/list.ts";

type Stop = {
  name: string;
  /** It, what is drawn over it, or its label has an outline. */
  outlined: boolean;
  /** Some of it is in the window, with nothing lying over it. */
  inSight: boolean;
  inDialog: boolean;
};

const MOST = 250;

/** What `key` comes to, one after the other, until there is nothing new. */
async function stopsOf(page: Page, key: "Tab" | "Shift+Tab" = "Tab"): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < MOST) {
    await page.keyboard.press(key);
    const stop = await focused(page, key);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(`after ${MOST} presses of Tab there is still something new`);
}

/** The focused element; null for none, or if an earlier call with this mark returned it. */
const focused = (page: Page, mark: string): Promise<Stop | null> =>
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
      inDialog: element.closest("[role=dialog]") !== null,
    };
  }, mark);

const names = (stops: Stop[]) => stops.map(({ name }) => name);

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("Tab reaches each control, which shows its focus and is visible:", () => {
  test("in the list", async ({ page, play }) => {
    const { tag } = await play("finished");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/verifications?q=${tag}&status=finished`);
    await expect(rowOf(page, tag)).toBeVisible();
    await live(page);
    const stops = await stopsOf(page);
    expect(stops.filter(({ outlined, inSight }) => !outlined || !inSight)).toEqual([]);
    const order = ["A Skip to content", "INPUT Search", "BUTTON Remove Status: Finished", `A ${tag}`];
    const places = order.map((name) => names(stops).indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("in each menu of filters", async ({ page, play }) => {
    const { tag } = await play("item-error-password_protected_pdf");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/verifications?q=${tag}`);
    await live(page);
    const filters = page.getByRole("region", { name: "Filters" });
    for (const name of ["Status", "Documents", "Findings", "Review", "Created", "More filters"]) {
      await filters.getByRole("button", { name: new RegExp(`^${name}`) }).focus();
      await page.keyboard.press("Enter");
      const panel = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
      await expect(panel.getByRole("group").first()).toBeVisible();
      await expect(panel.locator(":focus")).toHaveCount(1);
      for (let presses = 0; presses < 30; presses += 1) {
        // A date field is several stops.
        const stop = await focused(page, `${name} ${presses}`);
        if (!stop?.inDialog) break;
        expect({ panel: name, ...stop }).toMatchObject({ outlined: true, inSight: true });
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
    }
  });

  test("on a file", async ({ page, play }) => {
    const { id } = await play("backward-finished");
    await page.goto(`/verifications/${id}`);
    await expect(page.getByRole("region", { name: "Activity" }).getByRole("listitem").first()).toBeVisible();
    await expect(
      page
        .getByRole("region", { name: /^People/ })
        .getByRole("listitem")
        .first(),
    ).toBeVisible();
    const stops = await stopsOf(page);
    expect(stops.filter(({ outlined, inSight }) => !outlined || !inSight)).toEqual([]);
    for (const name of ["BUTTON Print", "BUTTON Copy the findings as text", "SUMMARY Details"]) {
      expect(names(stops)).toContain(name);
    }
    // Backwards what has the focus comes in at the upper edge, where the header is.
    const back = await stopsOf(page, "Shift+Tab");
    expect(back.filter(({ inSight }) => !inSight)).toEqual([]);
    expect(back.length).toBeGreaterThan(10);
  });
});

test("a reviewer filters, orders and opens a file without a mouse, and returns to its row", async ({ page, play }) => {
  const { tag } = await play("pending-validation");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  await page
    .getByRole("region", { name: "Filters" })
    .getByRole("button", { name: /^Status/ })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Pending validation" }).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(`/verifications?status=pending_validation&q=${tag}`);
  await page.keyboard.press("Escape");
  await table(page).getByRole("columnheader", { name: "File" }).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications?status=pending_validation&q=${tag}&sort=tag`);
  await rowOf(page, tag).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByLabel("Show").focus();
  // By its first letters, as a choice is made without a mouse.
  await page.keyboard.type("Refresh");
  await expect(activity.getByRole("listitem").filter({ hasText: "Refreshed from the service" }).first()).toBeVisible();
  const entry = activity.getByRole("listitem").filter({ hasText: "Refreshed from the service" }).first();
  await entry.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(entry.getByRole("region", { name: /^Answer/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/verifications?status=pending_validation&q=${tag}&sort=tag`);
  await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
});
