import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { entryOf, filled, makeKey, words } from "#e2e/support/keys.ts";

const { create, delete: deletion, check } = words;

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(async ({ signInAs, expectedNoise }) => {
  // The browser logs the handlers' answers while the service fails.
  expectedNoise.push(/status of (403|409|50\d)/);
  await signInAs("admin");
});
test.afterEach(({ sandbox }) => sandbox.clearAllFaults());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens the dialog that asks for a name. */
async function openCreation(page: Page): Promise<Locator> {
  await button(page, words.list.create).click();
  return page.getByRole("dialog", { name: create.title });
}

async function submit(dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel(create.name).fill(name);
  await dialog.getByRole("button", { name: create.submit }).click();
}

test("an admin creates a key, sees it once, cannot lose it by accident, and only its fingerprint remains; checks a key, and deletes one by its name", async ({
  page,
  context,
  apiAs,
  installation,
}) => {
  await context.grantPermissions(["clipboard-write"]);
  const name = "billing";
  const old = "old system";
  const api = await apiAs("admin");
  const { api_key } = await makeKey(api, old);
  await page.goto("/keys");
  await expect(page.getByRole("heading", { name: words.title, level: 1 })).toBeVisible();
  await expect(page.getByText(words.entry.current, { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await submit(await openCreation(page), name);
  const dialog = page.getByRole("dialog").filter({ hasText: name });
  await expect(dialog.locator("code")).toHaveText(/^svc_sk_live_/);
  const value = (await dialog.locator("code").textContent()) ?? "";

  await test.step("neither Escape, nor a click beside the dialog, nor a reload loses the key", async () => {
    for (const press of ["Escape", "Escape", "Escape"]) await page.keyboard.press(press);
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog.locator("code")).toHaveText(value);
    await dialog.getByRole("button", { name: words.secrets.reveal.copy }).click();
    await expect(dialog.getByText("Copied")).toBeVisible();
  });

  await test.step("while the key is held, no page, answer of the router or script contains it", async () => {
    const requests: Record<string, string>[] = [{ accept: "text/html" }, { accept: "text/x-component", rsc: "1" }];
    for (const headers of requests) {
      expect(await (await page.request.get("/keys", { headers })).text()).not.toContain("svc_sk_live_");
    }
    const scripts = await page.locator("script[src]").evaluateAll((all) => all.map((each) => each.getAttribute("src")));
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      expect(await (await page.request.get(script ?? "")).text()).not.toContain("svc_sk_live_");
    }
  });

  await test.step("the key is offered as a file, and gone once it is confirmed as stored", async () => {
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: ".env" }).click();
    expect((await download).suggestedFilename()).toMatch(/^billing.*\.env$/);
    await dialog.getByRole("button", { name: words.secrets.reveal.stored }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/You confirmed that .* is stored/)).toBeVisible();
    await page.reload();
    await expect(entryOf(page, name).getByText(/^[0-9a-f]{12}$/)).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await page.content()).not.toContain(value);
  });

  await test.step("the key is checked as it stands in the downloaded file", async () => {
    await page.getByLabel(check.field).fill(`SVC_API_KEY=${api_key}`);
    await button(page, check.submit).click();
    await expect(page.getByText(check.result.works.title, { exact: true })).toBeVisible();
    await expect(page.getByText(filled(check.same, { name: old }))).toBeVisible();
    await expect(page.getByLabel(check.field)).toHaveValue("");
    const log = readFileSync(`test-results/installations/${new URL(installation.origin).port}.log`, "utf8");
    expect(log).toContain(" is ready at ");
    expect(log).not.toContain("svc_sk_live_");
  });

  await test.step("the key is deleted by its name", async () => {
    await button(page, filled(words.entry.deleteNamed, { name: old })).click();
    const dialog = page.getByRole("dialog");
    const typed = dialog.getByLabel(filled(deletion.type, { name: old }));
    await typed.fill(old);
    await dialog.getByRole("button", { name: deletion.submit }).click();
    await expect(page.getByText(filled(words.deleted, { name: old }))).toBeVisible();
    await expect(entryOf(page, old)).toBeHidden();
  });
});
