import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/first-day.ts";

test("against a real service the Sandbox page is absent, and no link leads to it", async ({
  page,
  signInAsAdmin,
  expectedNoise,
}) => {
  expectedNoise.push(...NOT_FOUND_NOISE);
  await signInAsAdmin();
  await page.goto("/verifications");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Verifications" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sandbox" })).toHaveCount(0);
  expect((await page.request.get("/sandbox")).status()).toBe(404);
  expect((await page.request.get("/api/sandbox")).status()).toBe(404);
});
