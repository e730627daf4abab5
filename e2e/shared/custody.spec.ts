import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";

const CONFLICT_NOISE = /status of 409/;

for (const locale of ["en", "es-MX"] as const) {
  const { custody, privacy, verification } = MESSAGES[locale];
  const t = custody;

  test.describe(locale, () => {
    test.use({ locale });

    test("an admin holds a file by keyboard; everybody sees it, nobody can erase the file, and the hold ends with a reason", async ({
      page,
      signInAs,
      apiAs,
      play,
      expectedNoise,
    }) => {
      // At the end the file is erased below its open page.
      expectedNoise.push(CONFLICT_NOISE, /status of 410/);
      const { id, tag } = await play("finished");
      const [admin, support] = [await apiAs("admin"), await apiAs("support")];
      await signInAs("admin");
      await page.goto(`/verifications/${id}`);
      await page.getByRole("button", { name: privacy.erase.more }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: privacy.erase.action })).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("menuitem", { name: t.place.action })).toBeFocused();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("textbox", { name: t.place.reason })).toBeFocused();
      await page.keyboard.type("Oficio 12/2026");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t.place.submit }).press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText(t.hold.ofFile)).toBeVisible();
      await expect(page.getByText("Oficio 12/2026")).toBeVisible();
      await page.getByText(verification.header.details).first().click();
      await expect(page.getByText(t.kept.hold)).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(t.hold.ofFile)).toBeVisible();
      await expect(page.getByText(t.kept.hold)).toBeVisible();
      await page.emulateMedia({ media: "screen" });

      const seen = await (await support.get(`/api/verifications/${id}/custody`)).json();
      expect(seen).toMatchObject({ erasable: false, holds: [{ reason: "Oficio 12/2026" }] });
      expect((await support.get("/api/privacy/holds")).status()).toBe(403);
      await erase(page, locale, tag);
      await expect(page.getByRole("dialog").getByText(privacy.erase.trouble.MUST_BE_KEPT)).toBeVisible();
      await page.keyboard.press("Escape");
      expect((await admin.get(`/api/verifications/${id}`)).status()).toBe(200);

      await page.getByRole("button", { name: t.hold.end }).press("Enter");
      await page.getByRole("dialog").getByRole("textbox", { name: t.end.reason }).fill("Concluyó el juicio");
      await page.getByRole("dialog").getByRole("button", { name: t.end.submit }).press("Enter");
      await expect(page.getByText(t.hold.ofFile)).toHaveCount(0);
      expect((await admin.delete(`/api/verifications/${id}`)).status()).toBe(200);
    });
  });
}

async function erase(page: Page, locale: "en" | "es-MX", tag: string) {
  const t = MESSAGES[locale].privacy.erase;
  await page.getByRole("button", { name: t.more }).press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
  await page.keyboard.type(tag);
  await page.keyboard.press("Enter");
}

test("a hold of a person is on the person's page, and on every file that names the person", async ({
  page,
  signInAs,
  apiAs,
  play,
  observer,
}) => {
  const t = MESSAGES.en.custody;
  const { id } = await play("finished");
  const [person] = await peopleOf(observer, id);
  await signInAs("admin");
  await page.goto(`/verifications/${id}/people/${person?.people_id}`);
  await page.getByRole("button", { name: t.place.action }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: t.place.reason }).fill("Orden judicial 7");
  await dialog.getByRole("button", { name: t.place.submit }).press("Enter");
  await expect(page.getByText("Orden judicial 7")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/verifications/${id}`);
  await expect(page.getByText("Orden judicial 7")).toBeVisible();
  const admin = await apiAs("admin");
  const refused = await admin.delete(`/api/verifications/${id}`);
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "MUST_BE_KEPT"]);
  const { holds } = await (await admin.get(`/api/verifications/${id}/custody`)).json();
  for (const { hold_id } of holds) {
    const ended = await admin.delete(`/api/privacy/holds/${hold_id}`, { data: { reason: "Sin efecto" } });
    expect(ended.status()).toBe(200);
  }
});
