import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, search, table } from "#e2e/support/list.ts";

const links = (page: Page) => table(page).locator("[data-row-link]");
const loseFocus = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

test("the keys of the list work from anywhere, except where keys are text or belong to an open control, and can be turned off", async ({
  page,
  signInAs,
}) => {
  await signInAs("compliance");
  await page.setViewportSize({ width: 1280, height: 600 });
  // The oldest ones, from before any spec plays one.
  await page.goto("/verifications?sort=created_at");
  await live(page);
  const status = page.getByRole("region", { name: "Filters" }).getByRole("button", { name: /^Status/ });

  await test.step("from a page without a focus, beginning with the visible rows", async () => {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener("scrollend", resolve, { once: true });
          window.scrollTo(0, 900);
        }),
    );
    await page.keyboard.press("j");
    const row = table(page)
      .getByRole("row")
      .filter({ has: page.locator("[data-row-link]:focus") });
    await expect(row).toBeInViewport();
    expect(Number(await row.getAttribute("aria-rowindex"))).toBeGreaterThan(3);
    // The first row below the sticky head; shared views of other specs make the page above the list taller.
    const [first, head] = await Promise.all([row.boundingBox(), table(page).getByRole("row").first().boundingBox()]);
    if (!first || !head) throw new Error("the row is not in sight");
    expect(first.y).toBeLessThan(head.y + head.height + 2 * first.height);
    await page.keyboard.press("Home");
    await expect(links(page).nth(0)).toBeFocused();
    await loseFocus(page);
    await page.keyboard.press("j");
    await expect(links(page).nth(1)).toBeFocused();
  });
  await test.step("from a link or button elsewhere, on from the current row", async () => {
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link").first().focus();
    await page.keyboard.press("j");
    await expect(links(page).nth(2)).toBeFocused();
    await status.focus();
    await page.keyboard.press("k");
    await expect(links(page).nth(1)).toBeFocused();
  });
  await test.step("from the search and back, by arrows", async () => {
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(links(page).nth(1)).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    await expect(search(page)).toBeFocused();
  });
  await test.step("not while typing, choosing or in a dialog", async () => {
    await page.keyboard.type("/j?");
    await expect(search(page)).toHaveValue("/j?");
    await search(page).fill("");
    await expect(links(page).nth(2)).toBeVisible();
    await status.click();
    const choice = page.getByRole("checkbox", { name: "Finished" });
    await choice.focus();
    await page.keyboard.press("j");
    await expect(choice).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("j");
    await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("j");
    await page.keyboard.press("Escape");
  });
  await test.step("and Enter opens the current row", async () => {
    const tag = (await links(page).nth(2).textContent()) ?? "";
    await links(page).nth(2).focus();
    await loseFocus(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
    await page.goBack();
    await expect(links(page).nth(2)).toBeFocused();
  });

  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await test.step("single-character keys are listed by `?`, and turned off", async () => {
    await page.keyboard.press("?");
    await expect(dialog).toContainText("From the search to the rows");
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await loseFocus(page);
    await page.keyboard.press("/");
    await page.keyboard.press("j");
    await page.keyboard.press("?");
    await expect(page.locator("body")).toBeFocused();
    await expect(dialog).toBeHidden();
    await page.reload();
    await live(page);
  });
  await test.step("the list is two steps from the beginning of the page", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the list" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(links(page).first()).toBeFocused();
  });
  await test.step("the other keys still work, and so does the way back", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("shortcuts");
    await page.keyboard.press("Enter");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
  });
});

test("the same keys move in the list of deliveries, of people, and in the audit trail; the open tab of a page is in sight on a phone", async ({
  page,
  play,
  signInAs,
}) => {
  await play("finished");
  await signInAs("admin");
  const tabs = page.getByRole("navigation", { name: "Parts of this page" });
  const tab = (name: string) => tabs.getByRole("link", { name });
  /** The number of pixels by which a tab extends beyond one of the ends of its bar. */
  const hidden = async (name: string) => {
    const [bar, box] = [await tabs.boundingBox(), await tab(name).boundingBox()];
    if (!bar || !box) throw new Error("they are not drawn");
    return Math.max(bar.x - box.x, box.x + box.width - bar.x - bar.width, 0);
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/deliveries/missing");
  await live(page);
  await expect.poll(() => hidden("Missing deliveries")).toBeLessThan(1);
  await tab("Signature checker").click();
  await tab("Missing deliveries").click();
  await expect(tab("Missing deliveries")).toHaveAttribute("aria-current", "page");
  await expect.poll(() => hidden("Missing deliveries")).toBeLessThan(1);
  await tab("Events").click();
  await expect(tab("Events")).toHaveAttribute("aria-current", "page");
  await expect.poll(() => hidden("Events")).toBeLessThan(1);

  await page.setViewportSize({ width: 1280, height: 720 });
  for (const [name, row] of [
    ["Deliveries", "[data-row-link]"],
    ["People", "[data-row-link]"],
    ["Audit trail", "[data-entry]"],
  ] as const) {
    await test.step(name, async () => {
      await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const rows = page.getByRole("main").locator(row);
      await expect(rows.nth(1)).toBeVisible();
      const field = page.getByRole("search").getByRole("textbox");
      await loseFocus(page);
      await page.keyboard.press("/");
      await expect(field).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(rows.nth(0)).toBeFocused();
      await page.keyboard.press("j");
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press("k");
      await page.keyboard.press("ArrowUp");
      await expect(field).toBeFocused();
    });
  }
});
