import type { Page } from "@playwright/test";
import { faultsOf } from "./support/axe.ts";
import { expect, test } from "./support/first-day.ts";
import { rowOf, table } from "./support/list.ts";

// The sandbox has one account: these specs tell the receiver of ten others.
test.use({ admin: { email: "ana@example.com", password: "una frase bastante larga" } });

const NAMES = [
  "Maderas del Sur",
  "Aceros del Norte",
  "Café de Altura",
  "Cementos del Golfo",
  "Empaques Reforma",
  "Frutas de Colima",
  "Hilados de Puebla",
  "Lácteos Jalisco",
  "Minera Taxco",
];
const ACCOUNTS = NAMES.map((name, index) => ({ id: `acc_${index + 1}`, name, files: Math.max(1, 3 - index) }));
/** Of this one only events came that carry no name. */
const NAMELESS = "acc_nameless";

const createdEvent = (account: { id: string; name: string }, number: number) =>
  JSON.stringify({
    event_name: "verification.v2.created",
    data: {
      verification_id: `ver_${account.id}_${number}`,
      account_id: account.id,
      account_name: account.name,
      created_at: "2026-11-20T10:00:00.000Z",
      status: "pending",
      verification_tag: `EXP-${account.id}-${number}`,
    },
  });

const namelessEvent = JSON.stringify({
  event_name: "verification.v2.document_status_updated",
  data: {
    verification_id: "ver_nameless",
    account_id: NAMELESS,
    created_at: "2026-11-20T10:00:00.000Z",
    status: "pending",
    verification_tag: "EXP-nameless",
    documents_status: "pending_upload",
    previous_documents_status: null,
    updated_at: "2026-11-20T10:00:00.000Z",
  },
});

const TOTAL = ACCOUNTS.reduce((sum, { files }) => sum + files, 1);

const chips = (page: Page) => page.getByRole("list", { name: "Applied filters" });
const moreFilters = (page: Page) => page.getByRole("button", { name: /^More filters/ });

/** Opens the menu by keyboard and gives the part of it that is about accounts. */
async function openAccounts(page: Page) {
  await expect(page.getByRole("status").filter({ hasText: /^(Live|En vivo)$/ })).toBeVisible();
  await page.getByRole("button", { name: /^(More filters|Más filtros)/ }).focus();
  await page.keyboard.press("Enter");
  return page.getByRole("group", { name: /^(Account|Cuenta)$/ });
}

test.beforeEach(async ({ page, signInAsAdmin, installation, deliver, sign }) => {
  await signInAsAdmin();
  expect((await page.request.post("/api/receiver", { headers: { origin: installation.origin } })).ok()).toBe(true);
  const bodies = ACCOUNTS.flatMap((account) =>
    Array.from({ length: account.files }, (_, number) => createdEvent(account, number)),
  );
  // The same events before each test: told twice they are still one file each.
  for (const body of [...bodies, namelessEvent]) expect((await deliver(body, sign(body))).status).toBe(200);
  await expect.poll(async () => (await (await page.request.get("/api/verifications")).json()).total).toBe(TOTAL);
});

test("A reviewer chooses accounts by their names, and sees how many files each has", async ({ page }) => {
  await page.goto("/verifications");
  const accounts = await openAccounts(page);
  const choices = accounts.getByRole("checkbox");
  await expect(choices).toHaveCount(10);
  // The most frequent first, each with the id that tells apart two of one name.
  await expect(choices.first()).toHaveAccessibleName("Maderas del Sur acc_1 3 verifications");
  await expect(choices.nth(1)).toHaveAccessibleName("Aceros del Norte acc_2 2 verifications");
  await choices.first().check();
  await expect(page).toHaveURL("/verifications?account=acc_1");
  await choices.nth(1).check();
  await expect(page).toHaveURL("/verifications?account=acc_1&account=acc_2");
  await expect(table(page).getByRole("link")).toHaveCount(5);
  await expect(page.getByText("5 verifications", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(moreFilters(page)).toContainText("2 chosen");
  await expect(moreFilters(page)).toBeFocused();

  await chips(page).getByRole("button", { name: "Remove Account: Maderas del Sur" }).click();
  await expect(page).toHaveURL("/verifications?account=acc_2");
  await expect(chips(page).getByRole("button", { name: "Remove Account: Aceros del Norte" })).toBeFocused();
  await page.reload();
  await expect(chips(page).getByRole("button", { name: "Remove Account: Aceros del Norte" })).toBeVisible();
  await expect(rowOf(page, "EXP-acc_2-0")).toBeVisible();
  await expect(table(page).getByRole("link")).toHaveCount(2);
});

test("A reviewer searches among many accounts by a part of the name or the id, without the mouse", async ({ page }) => {
  await page.goto("/verifications");
  const accounts = await openAccounts(page);
  const sought = accounts.getByRole("textbox", { name: "Account: search" });
  await sought.focus();
  await page.keyboard.type("CAFE");
  await expect(accounts.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(accounts.getByRole("checkbox", { name: "Café de Altura" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/verifications?account=acc_3");
  await sought.fill("acc_9");
  await expect(accounts.getByRole("checkbox")).toHaveAccessibleName(/^Minera Taxco acc_9/);
  await sought.fill("nobody");
  await expect(accounts.getByRole("status")).toHaveText("No match.");
  await page.keyboard.press("Escape");
  await expect(moreFilters(page)).toBeFocused();
  await expect(table(page).getByRole("link")).toHaveText(["EXP-acc_3-0"]);
});

test("An account in the address goes by its id until its name is known", async ({ page }) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/verifications/options", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/verifications?account=acc_1");
  await expect(chips(page).getByRole("button", { name: "Remove Account: acc_1" })).toBeVisible();
  await expect(table(page).getByRole("link")).toHaveCount(3);
  answer();
  const chip = chips(page).getByRole("button", { name: "Remove Account: Maderas del Sur" });
  await expect(chip).toBeVisible();
  await expect(chip).toHaveAttribute("title", "acc_1");
});

test("An account without a name goes by its id, and so does one that nobody knows, which can be taken off", async ({
  page,
}) => {
  await page.goto(`/verifications?account=${NAMELESS}&account=acc_gone`);
  await expect(table(page).getByRole("link")).toHaveText(["EXP-nameless"]);
  const accounts = await openAccounts(page);
  await expect(accounts.getByRole("checkbox").first()).toHaveAccessibleName("acc_gone");
  await expect(accounts.getByRole("checkbox", { name: NAMELESS })).toHaveAccessibleName("acc_nameless 1 verification");
  await accounts.getByRole("checkbox", { name: "acc_gone" }).uncheck();
  await expect(page).toHaveURL(`/verifications?account=${NAMELESS}`);
  await page.keyboard.press("Escape");
  await expect(chips(page).getByRole("button", { name: `Remove Account: ${NAMELESS}` })).toBeVisible();
});

test("A list that an account leaves empty names the account", async ({ page }) => {
  await page.goto("/verifications?account=acc_1&status=finished");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Account: Maderas del Sur" }).last()).toBeVisible();
});

test("The accounts are within a phone's screen, and axe finds nothing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/verifications?account=acc_1");
  const accounts = await openAccounts(page);
  await expect(accounts.getByRole("checkbox", { name: "Maderas del Sur" })).toBeChecked();
  await accounts.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await faultsOf(page)).toEqual([]);
});

test.describe("In Spanish", () => {
  test.use({ locale: "es-MX" });

  test("the accounts read as Spanish", async ({ page }) => {
    await page.goto("/verifications?account=acc_2");
    await expect(page.getByRole("button", { name: "Quitar Cuenta: Aceros del Norte" })).toBeVisible();
    const accounts = await openAccounts(page);
    await expect(accounts.getByRole("textbox", { name: "Cuenta: buscar" })).toBeVisible();
    await expect(accounts.getByRole("checkbox").first()).toHaveAccessibleName("Maderas del Sur acc_1 3 verificaciones");
  });
});
