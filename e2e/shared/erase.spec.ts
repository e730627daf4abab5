import type { Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";

const { privacy, verification, people } = MESSAGES.en;

/** The browser's log of an answer that reports an erasure. */
const GONE_NOISE = [/status of 410/, ...NOT_FOUND_NOISE];

test("an admin erases a file from its page by keyboard alone; other open pages of the file, and the list, remove it at once", {
  tag: "@journey",
}, async ({ page, browser, installation, signInAs, apiAs, play, observer, expectedNoise }) => {
  expectedNoise.push(...GONE_NOISE);
  const { id, tag } = await play("finished");
  const reader = await browser.newContext({ baseURL: installation.origin });
  await reader.addCookies((await (await apiAs("support")).storageState()).cookies);
  const [file, list, card] = [await reader.newPage(), await reader.newPage(), await reader.newPage()];
  const [person] = await peopleOf(observer, id);
  const name = person?.full_name ?? "";
  await card.goto(`/verifications/${id}/people/${person?.people_id}`);
  await expect(card.getByRole("heading", { level: 1, name })).toBeVisible();
  await file.goto(`/verifications/${id}`);
  await expect(file.getByRole("heading", { level: 1, name: tag })).toBeVisible();
  // Not every role may erase.
  await expect(file.getByRole("button", { name: verification.header.more })).toHaveCount(0);
  await list.goto(`/verifications?q=${tag}`);
  await live(list);
  await expect(list.getByRole("link", { name: tag })).toBeVisible();

  await signInAs("admin");
  await page.goto(`/verifications/${id}`);
  await erase(page, tag);

  await expect(page.getByRole("heading", { name: verification.erased.title })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: verification.erased.title })).toBeFocused();
  await expect(page.getByText(verification.erased.notLogged)).toBeVisible();
  await expectAccessible(page);
  await expect(file.getByRole("heading", { name: verification.erased.title })).toBeVisible();
  await expect(file.getByText(tag)).toHaveCount(0);
  await expect(list.getByRole("link", { name: tag })).toHaveCount(0);
  await expect(card.getByText(people.erased)).toBeVisible();
  await expect(card.getByText(name)).toHaveCount(0);
  await reader.close();
});

async function erase(page: Page, tag: string) {
  const t = privacy.erase;
  await page.getByRole("button", { name: verification.header.more }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: t.action })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: t.field.match(/tag {(.*?)}/)?.[1] ?? "" })).toBeFocused();
  await page.keyboard.type("another");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(t.differs)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(tag);
  await page.keyboard.press("Enter");
}

test("an erased file stays out of every answer, with any further deliveries, until it is imported", async ({
  apiAs,
  play,
  sandbox,
}) => {
  const { id, tag } = await play("finished");
  const admin = await apiAs("admin");
  const address = `/api/verifications/${id}`;
  for (const role of ["support", "compliance"] as const) {
    expect((await (await apiAs(role)).delete(address)).status()).toBe(403);
  }
  const erased = await admin.delete(address);
  expect([erased.status(), await erased.json()]).toEqual([
    200,
    expect.objectContaining({ readings: expect.any(Number), logged: false }),
  ]);
  for (const path of [address, `${address}/people`, `${address}/people/1/curp.pdf`]) {
    const answer = await admin.get(path);
    expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 410, "ERASED"]);
  }
  expect(await (await admin.post(`${address}/read`, { data: { by_hand: true } })).json()).toMatchObject({
    outcome: "failed",
    error: { code: "ERASED" },
  });
  // The service still sends events, and gets 2xx answers.
  await sandbox.change(id, { kind: "reopened" });
  await expect.poll(async () => (await sandbox.deliveries(id)).pending).toBe(0);
  expect((await sandbox.deliveries(id)).failed).toBe(0);
  const found = async () => (await (await admin.get(`/api/verifications?q=${tag}`)).json()).items.length;
  expect(await found()).toBe(0);
  expect((await (await admin.get(`${address}/events`)).json()).items).toEqual([]);
  expect((await admin.delete(address)).status()).toBe(410);
  expect((await admin.delete("/api/verifications/nobody-knows-this")).status()).toBe(404);

  const imported = await admin.post("/api/imports/verifications", { data: { ids: [id] } });
  expect(await imported.text()).toContain('"outcome":"added"');
  await expect.poll(found).toBe(1);
  expect((await admin.get(address)).status()).toBe(200);
});
