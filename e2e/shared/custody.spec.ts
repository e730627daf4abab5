import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";

const CONFLICT_NOISE = /status of 409/;

for (const locale of ["en", "es-MX"] as const) {
  const { custody, privacy, verification } = MESSAGES[locale];
  const t = custody;

  test.describe(locale, () => {
    test.use({ locale });

    test("an admin holds a file by keyboard; everybody sees it, erasing would block the file, and the hold ends with a reason", async ({
      page,
      signInAs,
      apiAs,
      play,
      expectedNoise,
    }) => {
      // At the end the file is erased below its open page.
      expectedNoise.push(CONFLICT_NOISE, /status of 4(04|10)/);
      const { id } = await play("finished");
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
      // The dialog says beforehand that the file is blocked, and until when.
      await openErasing(page, locale);
      await expect(dialog.getByText(privacy.block.goes)).toBeVisible();
      await expect(dialog.getByText(t.kept.hold)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page.getByRole("button", { name: t.hold.end }).press("Enter");
      await page.getByRole("dialog").getByRole("textbox", { name: t.end.reason }).fill("Concluyó el juicio");
      await page.getByRole("dialog").getByRole("button", { name: t.end.submit }).press("Enter");
      await expect(page.getByText(t.hold.ofFile)).toHaveCount(0);
      expect((await admin.delete(`/api/verifications/${id}`)).status()).toBe(200);
    });
  });
}

async function openErasing(page: Page, locale: "en" | "es-MX") {
  const t = MESSAGES[locale].privacy.erase;
  await page.getByRole("button", { name: t.more }).press("Enter");
  await expect(page.getByRole("menuitem", { name: t.action })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
}

test("erasing a held file blocks it: it is in the list of blocked files alone, and its erasure leaves a certificate", async ({
  page,
  signInAs,
  apiAs,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 410/, ...NOT_FOUND_NOISE);
  const { verification, erasures } = MESSAGES.en;
  const t = MESSAGES.en.privacy.package;
  const { id, tag } = await play("finished");
  const admin = await apiAs("admin");
  const placed = await admin.post("/api/privacy/holds", { data: { verification_id: id, reason: "Oficio 8" } });
  await signInAs("admin");
  await page.goto(`/verifications/${id}`);
  await openErasing(page, "en");
  await expectAccessible(page);
  await page.keyboard.type(tag);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: verification.blocked.title })).toBeVisible();
  await expect(page.getByText(verification.blocked.held)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: verification.blocked.title })).toBeVisible();
  for (const path of ["", "/custody", "/notes", "/people", "/events"]) {
    const answer = await admin.get(`/api/verifications/${id}${path}`);
    expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 410, "BLOCKED"]);
  }
  const search = await admin.post("/api/searches/verifications", { data: { q: tag } });
  expect((await search.json()).items).toEqual([]);

  await page.goto("/privacy");
  await page.getByRole("link", { name: MESSAGES.en.arco.erasures }).click();
  const row = page.getByRole("listitem").filter({ hasText: id });
  await expect(row.getByText(MESSAGES.en.custody.kept.hold)).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("button", { name: erasures.blocked.package }).click();
  const asked = page.getByRole("dialog");
  await expect(asked.getByRole("button", { name: t.submit })).toBeDisabled();
  await asked.getByRole("textbox", { name: t.reasonBlocked }).fill("Oficio 12/2026");
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await asked.getByRole("button", { name: t.submit }).press("Enter");
  expect((await downloading).suggestedFilename()).toBe(`evidence-${id}.zip`);
  await expect(asked).toBeHidden();

  // Nothing keeps it after the hold.
  const { hold_id } = await placed.json();
  await admin.delete(`/api/privacy/holds/${hold_id}`, { data: { reason: "Fin" } });
  const { certificate_id } = await (await admin.delete(`/api/verifications/${id}`)).json();
  await page.goto(`/privacy/erasures/${certificate_id}`);
  await expect(page.getByText(certificate_id)).toBeVisible();
  await expect(page.getByText(erasures.certificate.evidence)).toBeVisible();
  await expect(page.getByText(id)).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(certificate_id)).toBeVisible();
  await expect(page.getByRole("button", { name: erasures.certificate.print })).toBeHidden();
});

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
  const { holds, erasable } = await (await admin.get(`/api/verifications/${id}/custody`)).json();
  expect(erasable).toBe(false);
  for (const { hold_id } of holds) {
    const ended = await admin.delete(`/api/privacy/holds/${hold_id}`, { data: { reason: "Sin efecto" } });
    expect(ended.status()).toBe(200);
  }
});
