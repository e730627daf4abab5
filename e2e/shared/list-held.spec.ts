import type { Locator } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/** Whether one element covers a part of the other. */
async function cover(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("one of them is not drawn");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test("rows stay still under a reader, who is told once that changes wait; their number hides neither titles nor the current row", async ({
  page,
  play,
  change,
  sandbox,
  signInAs,
}) => {
  const family = newTag();
  const lowest = await play("pending-upload", `${family}-0`);
  const below = await play("pending-upload", `${family}-1`);
  const above = await play("pending-upload", `${family}-2`);
  await change(above.id, { kind: "documents_status", to: "partial_upload" });
  await signInAs("compliance");
  await page.goto(`/verifications?q=${family}`);
  await live(page);
  const links = table(page).getByRole("link");
  const before = [above.tag, below.tag, lowest.tag];
  await expect(links).toHaveText(before);

  await test.step("under the pointer", async () => {
    await links.first().hover();
    const show = page.getByRole("button", { name: /updated — show/ });
    const region = page.locator("[data-announced]").filter({ has: show });
    await sandbox.change(below.id, { kind: "documents_status", to: "partial_upload" });
    await expect(region).toHaveAttribute("data-announced", "polite");
    await expect(show).toHaveText(/^1 updated/);
    // The announcement is made once, however the number grows.
    await expect(region).toHaveAttribute("data-announced", "off");
    expect(await violationsOf(page)).toEqual([]);
    await sandbox.change(lowest.id, { kind: "documents_status", to: "partial_upload" });
    await expect(show).toHaveText(/^2 updated/);
    await expect(region).toHaveAttribute("data-announced", "off");
    await expect(links).toHaveText(before);
    await show.click();
    await expect(links).toHaveText([lowest.tag, below.tag, above.tag]);
    await page.mouse.move(0, 0);
  });

  for (const [width, height, moved] of [
    [1440, 900, below],
    [360, 740, above],
  ] as const) {
    await test.step(`with the focus, ${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height });
      const first = table(page).getByRole("row").nth(1);
      await expect(first).not.toContainText(moved.tag);
      const link = first.getByRole("link").first();
      await link.focus();
      const show = page.getByRole("button", { name: /^1 updated — show/ });
      await sandbox.change(moved.id, { kind: "documents_status", to: "full_upload" });
      await expect(show).toBeInViewport({ ratio: 1 });
      await expect(link).toBeFocused();
      expect(await cover(show, first)).toBe(false);
      for (const title of await table(page).getByRole("columnheader").all()) {
        if (width > 360 && (await title.isVisible())) expect(await cover(show, title)).toBe(false);
      }
      // Past the checkbox of the row.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(show).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(first).toContainText(moved.tag);
    });
  }
});
