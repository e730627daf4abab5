import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

const { arco, custody: t, erasures, privacy, shell, verification } = MESSAGES.en;

async function openErasing(page: Page) {
  await page.getByRole("button", { name: verification.header.more }).press("Enter");
  await expect(page.getByRole("menuitem", { name: privacy.erase.action })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
}

test("an admin holds a file and a person, which everybody sees and which no erasure passes; an accepted file is blocked, and an erasure leaves a certificate", async ({
  page,
  signInAs,
  apiAs,
  play,
  observer,
  expectedNoise,
}) => {
  // The file is blocked while a page shows it.
  expectedNoise.push(/status of 4(09|10)/, ...NOT_FOUND_NOISE);
  const { id, tag } = await play("finished");
  const [person] = await peopleOf(observer, id);
  const [admin, support] = [await apiAs("admin"), await apiAs("support")];
  await signInAs("admin");
  await page.goto(`/verifications/${id}`);
  const dialog = page.getByRole("dialog");

  await test.step("the file is held by keyboard, and says so on screen and on paper", async () => {
    await page.getByRole("button", { name: verification.header.more }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: privacy.erase.action })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: t.place.action })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("textbox", { name: t.place.reason })).toBeFocused();
    await page.keyboard.type("Oficio 12/2026");
    await dialog.getByRole("button", { name: t.place.submit }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t.hold.ofFile)).toBeVisible();
    await expect(page.getByText("Oficio 12/2026")).toBeVisible();
    await page.getByText(verification.header.details).first().click();
    await expect(page.getByText(t.kept.hold)).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(t.hold.ofFile)).toBeVisible();
    await expect(page.getByText(t.kept.hold)).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    const seen = await (await support.get(`/api/verifications/${id}/custody`)).json();
    expect(seen).toMatchObject({ erasable: false, holds: [{ reason: "Oficio 12/2026" }] });
    expect((await support.get("/api/privacy/holds")).status()).toBe(403);
  });

  await test.step("no erasure passes the hold, which ends with a reason", async () => {
    const erasing = await admin.delete(`/api/verifications/${id}`);
    expect(erasing.status()).toBe(409);
    expect(await erasing.json()).toMatchObject({ code: "MUST_BE_KEPT", holds: [{ reason: "Oficio 12/2026" }] });
    await page.getByRole("button", { name: t.hold.end }).press("Enter");
    await dialog.getByRole("textbox", { name: t.end.reason }).fill("Concluyó el juicio");
    await dialog.getByRole("button", { name: t.end.submit }).press("Enter");
    await expect(page.getByText(t.hold.ofFile)).toHaveCount(0);
  });

  await test.step("a hold of a person is on the person's page, and on the file that names the person", async () => {
    await page.getByRole("region", { name: "People" }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1, name: person?.full_name ?? "" })).toBeVisible();
    await page.getByRole("button", { name: t.place.action }).press("Enter");
    await dialog.getByRole("textbox", { name: t.place.reason }).fill("Orden judicial 7");
    await dialog.getByRole("button", { name: t.place.submit }).press("Enter");
    await expect(page.getByText("Orden judicial 7")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: tag })).toBeVisible();
    await expect(page.getByText("Orden judicial 7")).toBeVisible();
    const { holds, erasable } = await (await admin.get(`/api/verifications/${id}/custody`)).json();
    expect(erasable).toBe(false);
    for (const { hold_id } of holds) {
      const ended = await admin.delete(`/api/privacy/holds/${hold_id}`, { data: { reason: "Sin efecto" } });
      expect(ended.status()).toBe(200);
    }
  });

  await acceptByApi(await apiAs("compliance"), id);
  await test.step("erasing the accepted file blocks it, for every page and answer", async () => {
    await page.reload();
    // Before the page is hydrated a press on its menu has no effect.
    await live(page);
    await openErasing(page);
    await page.keyboard.type(tag);
    await dialog.getByRole("textbox", { name: privacy.erase.reason }).fill("Solicitud del titular");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: verification.blocked.title })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: verification.blocked.title })).toBeVisible();
    for (const path of ["", "/custody", "/notes", "/people", "/events"]) {
      const answer = await admin.get(`/api/verifications/${id}${path}`);
      expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 410, "BLOCKED"]);
    }
    const search = await admin.post("/api/searches/verifications", { data: { q: tag } });
    expect((await search.json()).items).toEqual([]);
  });

  await test.step("it is in the list of blocked files alone, from which its package is downloaded", async () => {
    await page.getByRole("navigation").getByRole("link", { name: shell.pages.privacy }).click();
    await page.getByRole("link", { name: arco.erasures }).click();
    const row = page.getByRole("listitem").filter({ hasText: id });
    await expect(row.getByText("Solicitud del titular")).toBeVisible();
    await expectAccessible(page);
    await row.getByRole("button", { name: erasures.blocked.package }).click();
    const submit = dialog.getByRole("button", { name: privacy.package.submit });
    await dialog.getByRole("textbox", { name: privacy.package.reasonBlocked }).fill("Oficio 12/2026");
    const downloading = page.waitForEvent("download");
    await submit.press("Enter");
    expect((await downloading).suggestedFilename()).toBe(`evidence-${id}.zip`);
    await expect(dialog).toBeHidden();
  });

  await test.step("nothing keeps an undecided file: its erasure leaves a certificate", async () => {
    const open = await play("finished");
    // The certificate names the sealed entries of the file, so they are sealed before. They may be already: the entry of a
    // sign-in has another sealing follow.
    const played = Date.now();
    await apiAs("support");
    const sealedAt = async () => Date.parse((await (await admin.get("/api/evidence/head")).json()).at);
    await expect.poll(sealedAt).toBeGreaterThan(played);
    const { certificate_id } = await (await admin.delete(`/api/verifications/${open.id}`)).json();
    await page.goto(`/privacy/erasures/${certificate_id}`);
    await expect(page.getByText(certificate_id)).toBeVisible();
    await expect(page.getByText(erasures.certificate.evidence)).toBeVisible();
    await expect(page.getByText(open.id)).toHaveCount(0);
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(certificate_id)).toBeVisible();
    await expect(page.getByRole("button", { name: erasures.certificate.print })).toBeHidden();
  });
});
