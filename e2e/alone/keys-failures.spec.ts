import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { entryOf, filled, makeKey, serviceOf, words } from "#e2e/support/keys.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const check = words.check.result;

test.beforeEach(async ({ signInAs, expectedNoise }) => {
  expectedNoise.push(/status of (404|403|409|50\d)/);
  await signInAs("admin");
});
test.afterEach(({ sandbox }) => sandbox.clearAllFaults());

/** Waits until live updates have begun: a page reads its list again when they begin. */
async function hydrated(page: Page): Promise<void> {
  await page.goto("/");
  await live(page);
}

const toKeys = (page: Page) => page.getByRole("navigation").getByRole("link", { name: words.title }).click();
const listOf = (page: Page) => page.getByRole("region", { name: words.list.title });
const retry = (page: Page) => listOf(page).getByRole("button", { name: MESSAGES.en.shell.failed.retry }).click();

/** Expects the error in place of the list, and nothing else. */
async function expectError(page: Page, said: string | RegExp): Promise<void> {
  await expect(listOf(page).getByRole("alert").getByText(said)).toBeVisible();
  await expect(listOf(page).getByText(words.list.nothingLost)).toBeVisible();
}

async function expectList(page: Page): Promise<void> {
  await expect(page.getByText(words.entry.current, { exact: true })).toBeVisible();
  await expect(listOf(page).getByRole("alert").getByText(/./)).toBeHidden();
}

async function openDelete(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: filled(words.entry.deleteNamed, { name }) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(name);
  return dialog;
}

test("the list of keys names a refusal or failure of the service, and a button loads it again", async ({
  page,
  sandbox,
  installation,
}) => {
  await hydrated(page);
  for (const [failure, status, said, retried] of [
    ["a missing permission", 403, /\(403\)/, () => toKeys(page)],
    ["a fault of the service", 500, /does not answer/, () => retry(page)],
    ["no such path", 404, /\(404\)/, () => retry(page)],
  ] as const) {
    await test.step(failure, async () => {
      await sandbox.clearAllFaults();
      await serviceOf(installation).fault({ kind: "status", status, method: "GET", count: 1_000 });
      await retried();
      await expectError(page, said);
    });
  }
  await expectAccessible(page);
  await sandbox.clearAllFaults();
  await retry(page);
  await expectList(page);
});

test("a time-out is shown for the list and for an unanswered deletion, a key deleted meanwhile as gone, and a checked key as not allowed or unknown", async ({
  page,
  context,
  apiAs,
  installation,
  sandbox,
}) => {
  const service = serviceOf(installation);
  const name = "unanswered";
  const api = await apiAs("admin");
  await makeKey(api, name);
  const gone = await makeKey(api, "gone");
  const checked = await makeKey(api, "checked");
  const second = await context.newPage();
  await hydrated(second);
  await page.goto("/keys");
  const dialog = await openDelete(page, name);
  await service.fault({ kind: "hang", method: "DELETE" });
  await dialog.getByRole("textbox").press("Enter");
  await expect.poll(service.faultsLeft).toBe(0);
  // Both wait at the same time, each for the timeout of ten seconds.
  // Every read of the list hangs, since the first page may read it too.
  await service.fault({ kind: "hang", method: "GET", path: "/api-keys", count: 1_000 });
  await toKeys(second);
  await expectError(second, words.problem.SERVICE_TIMEOUT);
  await sandbox.clearAllFaults();
  await retry(second);
  await expectList(second);
  await second.close();

  await expect(dialog.getByRole("alert").getByText(/not known whether the key was deleted/)).toBeVisible();
  await dialog.getByRole("textbox").press("Enter");
  await expect(page.getByText(filled(words.deleted, { name }))).toBeVisible();

  await test.step("deleted meanwhile", async () => {
    const dialog = await openDelete(page, "gone");
    expect(await service.call("DELETE", `/api-keys/${gone.id}`, gone.api_key)).toBe(200);
    await dialog.getByRole("textbox").press("Enter");
    await expect(dialog.getByRole("alert").getByText(/\(404\)/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(entryOf(page, "gone")).toBeHidden();
  });

  const section = page.getByRole("region", { name: words.check.title });
  for (const [status, result] of [
    [403, check.forbidden],
    [404, check.unknown],
    [500, check.unknown],
  ] as const) {
    await test.step(`checked while the service answers ${status}`, async () => {
      // Only a fault of the service (500) is retried automatically.
      await service.fault({ kind: "status", method: "GET", path: "/api-keys", status, count: status === 500 ? 3 : 1 });
      const answered = page.waitForResponse("**/api/key-checks");
      await section.getByLabel(words.check.field).fill(checked.api_key);
      await section.getByRole("button", { name: words.check.submit }).click();
      await answered;
      await expect(section.getByText(result.body)).toBeVisible();
    });
  }
  await expectAccessible(page);
});
