import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import { collectScripts } from "./support/scripts.ts";

test.describe("whoever is no administrator", () => {
  for (const role of ["compliance", "support"] as const) {
    test(`has no such pages: ${role}`, async ({ page, signInAs, expectedNoise }) => {
      expectedNoise.push(...NOT_FOUND_NOISE);
      await signInAs(role);
      await page.goto("/verifications");
      await expect(page.getByRole("navigation").getByRole("link", { name: "Verifications" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Deliveries" })).toHaveCount(0);
      for (const path of ["", "/1", "/refusals", "/signature", "/missing"]) {
        expect((await page.goto(`/deliveries${path}`))?.status(), path).toBe(404);
      }
    });
  }

  test("nor does the page's code or its words come with another page", async ({ page, signInAs }) => {
    await signInAs("admin");
    const sent = collectScripts(page);
    const answer = await page.goto("/verifications", { waitUntil: "load" });
    expect(await answer?.text()).not.toContain("Signature bench");
    const scripts = await sent();
    expect(scripts.length).toBeGreaterThan(0);
    for (const { text, url } of scripts) expect(text, url).not.toContain("secret_white_space");
  });
});
