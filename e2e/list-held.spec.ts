import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { live, table } from "./support/list.ts";

/** Whether one lies over a part of the other. */
async function cover(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("one of them is not drawn");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const) {
  test(`what waits is told where it hides neither titles nor the row one reads, ${width} pixels wide`, async ({
    page,
    play,
    sandbox,
    signInAs,
  }) => {
    await signInAs("compliance");
    await page.setViewportSize({ width, height });
    const { id } = await play("pending-upload");
    await page.goto("/verifications");
    await live(page);
    const first = table(page).getByRole("row").nth(1);
    await first.getByRole("link").first().focus();
    const show = page.getByRole("button", { name: /\d+ updated — show/ });
    await expect(async () => {
      await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
      await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
      await expect(show).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(show).toBeInViewport({ ratio: 1 });
    expect(await cover(show, first)).toBe(false);
    for (const title of width === 360 ? [] : await table(page).getByRole("columnheader").all()) {
      if (await title.isVisible()) expect(await cover(show, title)).toBe(false);
    }
    await page.keyboard.press("Tab");
    // Where there are more rows than were loaded, asking for them comes first; they come by themselves as one does.
    await expect(async () => {
      const end = page.getByRole("button", { name: /^Load(ing)? more/ }).or(page.getByText("That is all."));
      if ((await end.and(page.locator(":focus")).count()) > 0) await page.keyboard.press("Tab");
      await expect(show).toBeFocused({ timeout: 1_000 });
    }).toPass();
  });
}
