import { expect, test } from "#e2e/support/fixtures.ts";

test.beforeEach(({ signInAs }) => signInAs("admin"));

test("the open tab is fully visible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const tabs = page.getByRole("navigation", { name: "Parts of this page" });
  /** By how many pixels it reaches over one of the ends of its bar. */
  const hidden = async (name: string) => {
    const [bar, tab] = [await tabs.boundingBox(), await tabs.getByRole("link", { name }).boundingBox()];
    if (!bar || !tab) throw new Error("they are not drawn");
    return Math.max(bar.x - tab.x, tab.x + tab.width - bar.x - bar.width, 0);
  };
  for (const [address, name] of [
    ["/deliveries/missing", "Missing deliveries"],
    ["/deliveries", "Events"],
  ] as const) {
    await page.goto(address);
    await expect.poll(() => hidden(name)).toBeLessThan(1);
  }
  await tabs.getByRole("link", { name: "Signature checker" }).click();
  await tabs.getByRole("link", { name: "Missing deliveries" }).click();
  await expect(tabs.getByRole("link", { name: "Missing deliveries" })).toHaveAttribute("aria-current", "page");
  await expect.poll(() => hidden("Missing deliveries")).toBeLessThan(1);
});
