import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/* One tooltip for all rows of a list, and one for all else on the page. */

const tip = (page: Page) => page.getByRole("tooltip");

/** Timers of the page run in order: what it began before with a shorter one has happened after this. */
const afterTimers = (page: Page, ms: number) =>
  page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);

test.beforeEach(async ({ signInAs, page }) => {
  await signInAs("compliance");
  await page.setViewportSize({ width: 1600, height: 900 });
});

test("under the pointer it opens beside the cell, may be pointed at and read, and closes with what is left", async ({
  page,
  play,
}) => {
  const { tag } = await play("finished-high-findings");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const cell = (await cellsOf(page, tag))("Findings");
  await cell.hover({ force: true });
  await expect(tip(page)).toHaveText(/^Findings of a final run/);
  const content = page.locator("[data-slot=tooltip-content]");
  const [of, box] = [await cell.boundingBox(), await content.boundingBox()];
  if (!of || !box) throw new Error("the tooltip is not in sight");
  expect(Math.min(Math.abs(box.y + box.height - of.y), Math.abs(box.y - of.y - of.height))).toBeLessThan(16);
  await content.hover();
  await afterTimers(page, 400);
  await expect(content).toBeVisible();
  await page.mouse.move(4, 4);
  await expect(content).toHaveCount(0);
});

test("the keyboard's focus on a row opens it with the words of all cells; Escape closes it and the focus stays", async ({
  page,
  play,
}) => {
  const { id, tag } = await play("finished-high-findings");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const link = rowOf(page, tag).getByRole("link");
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
  await expect(tip(page)).toContainText(id);
  await expect(tip(page)).toContainText("Findings: Findings of a final run");
  await expect(link).toHaveAccessibleDescription(new RegExp(id));
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(link).toHaveAccessibleDescription("");
});

test("it has the words that its element has when it opens, not those from before", async ({ page, play }) => {
  const { id } = await play("finished");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const button = page.locator("[data-tip]:is(button, a):visible").first();
  // In one task with the pointer's: the words change after they were looked at, and long before the tooltip opens.
  await button.evaluate((element) => {
    const at = { pointerType: "mouse", bubbles: true };
    element.dispatchEvent(new PointerEvent("pointermove", at));
    element.setAttribute("data-tip", "Words of another zone");
  });
  await expect(tip(page)).toHaveText("Words of another zone");
});

test("scrolling and pressing close it", async ({ page, play }) => {
  const family = newTag();
  for (const name of ["a", "b", "c", "d"]) await play("pending-upload", `${family}-${name}`);
  await page.setViewportSize({ width: 1600, height: 260 });
  await page.goto(`/verifications?q=${family}`);
  await live(page);
  const order = table(page).getByRole("button", { name: "Documents" });
  await order.hover();
  await expect(tip(page)).toBeVisible();
  await page.mouse.wheel(0, 80);
  await expect(tip(page)).toHaveCount(0);
  await page.mouse.wheel(0, -80);
  await page.mouse.move(4, 4);
  await order.hover();
  await expect(tip(page)).toBeVisible();
  await order.click();
  await expect(tip(page)).toHaveCount(0);
});

test("an icon says its name to the pointer and to the focus, and not once its dialog is closed by the pointer", async ({
  page,
}) => {
  await page.goto("/verifications");
  await live(page);
  const button = page.getByRole("button", { name: "Export list" });
  await button.hover();
  await expect(tip(page)).toHaveText("Export list");
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(button).toBeFocused();
  await page.mouse.move(4, 4);
  await afterTimers(page, 800);
  await expect(tip(page)).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(button).toBeFocused();
  await expect(tip(page)).toHaveText("Export list");
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test.describe("with fingers", () => {
  test.use({ hasTouch: true });

  test("it does not open", async ({ page, play }) => {
    const { tag } = await play("finished-high-findings");
    await page.goto(`/verifications?q=${tag}`);
    await live(page);
    const box = await (await cellsOf(page, tag))("Findings").boundingBox();
    if (!box) throw new Error("the cell is not in sight");
    const touch = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ ...touchPoints[0], x: box.x + 4 } as never],
    });
    await afterTimers(page, 800);
    await expect(tip(page)).toHaveCount(0);
    await touch.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  });
});
