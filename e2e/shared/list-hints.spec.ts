import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, hintOn, live, rowOf } from "#e2e/support/list.ts";

/* How a tooltip opens and closes: `components/page/tip-area.browser.test.tsx`. */

test("a row of the list shows the full text of a truncated cell on hover, and of all cells on focus", async ({
  page,
  signInAs,
  play,
}) => {
  await signInAs("compliance");
  await page.setViewportSize({ width: 1600, height: 900 });
  const { id, tag } = await play("finished-high-findings");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const tip = page.getByRole("tooltip");
  const cell = await cellsOf(page, tag);
  await expect.poll(() => hintOn(cell("File"))).toContain(id);
  // Also above the icons.
  await cell("Findings").hover({ force: true });
  await expect(tip).toHaveText(/^Findings of a final run/);
  await expect.poll(() => hintOn(cell("Status"))).toBe("");
  const link = rowOf(page, tag).getByRole("link");
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
  await expect(tip).toContainText(id);
  await expect(tip).toContainText("Findings: Findings of a final run");
  await expect(link).toHaveAccessibleDescription(new RegExp(id));
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(link).toHaveAccessibleDescription("");
});
