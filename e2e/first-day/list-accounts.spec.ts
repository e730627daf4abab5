import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/first-day.ts";
import { live, rowOf, table } from "#e2e/support/list.ts";

// Events about ten accounts that no other spec uses.
const NAMES = [
  "Ladrillos del Sur",
  "Aceros del Norte",
  "Café de Altura",
  "Cementos del Golfo",
  "Empaques Reforma",
  "Frutas de Colima",
  "Hilados de Puebla",
  "Lácteos Jalisco",
  "Minera Taxco",
];
const ACCOUNTS = NAMES.map((name, index) => ({ id: `acc_list_${index + 1}`, name, files: Math.max(1, 3 - index) }));
/** An account whose events contain no name. */
const NAMELESS = "acc_list_nameless";

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

/** The accounts above; the service may have others. */
const OURS = /acc_list_/;

/** Opens the menu by keyboard and returns its part about accounts. */
async function openAccounts(page: Page) {
  await live(page);
  await moreFilters(page).focus();
  await page.keyboard.press("Enter");
  return page.getByRole("group", { name: "Account", exact: true });
}

test.beforeEach(async ({ page, connectAsAdmin, deliver, sign }) => {
  await connectAsAdmin();
  const bodies = ACCOUNTS.flatMap((account) =>
    Array.from({ length: account.files }, (_, number) => createdEvent(account, number)),
  );
  // The same events before each test: a second delivery makes no second file.
  for (const body of [...bodies, namelessEvent]) expect((await deliver(body, sign(body))).status).toBe(200);
  const ours = new URLSearchParams([...ACCOUNTS.map(({ id }) => id), NAMELESS].map((id) => ["account", id]));
  await expect
    .poll(async () => (await (await page.request.get(`/api/verifications?${ours}`)).json()).total)
    .toBe(TOTAL);
});

test("a reviewer chooses accounts by name with the number of files of each, and searches for others without the mouse", async ({
  page,
}) => {
  await page.goto("/verifications");
  const accounts = await openAccounts(page);
  const ours = accounts.getByRole("checkbox", { name: OURS });
  const shown = table(page).getByRole("link");

  await test.step("the most frequent first, with an id for equal names", async () => {
    await expect(ours).toHaveCount(10);
    await expect(ours.first()).toHaveAccessibleName("Ladrillos del Sur acc_list_1 3 verifications");
    await expect(ours.nth(1)).toHaveAccessibleName("Aceros del Norte acc_list_2 2 verifications");
    await ours.first().check();
    await expect(page).toHaveURL("/verifications?account=acc_list_1");
    await ours.nth(1).check();
    await expect(page).toHaveURL("/verifications?account=acc_list_1&account=acc_list_2");
    await expect(shown).toHaveCount(5);
    await expect(page.getByText("5 verifications", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(moreFilters(page)).toContainText("2 chosen");
    await expect(moreFilters(page)).toBeFocused();
  });

  await test.step("one account is removed, and a reload keeps the other", async () => {
    await chips(page).getByRole("button", { name: "Remove Account: Ladrillos del Sur" }).click();
    await expect(page).toHaveURL("/verifications?account=acc_list_2");
    await expect(chips(page).getByRole("button", { name: "Remove Account: Aceros del Norte" })).toBeFocused();
    await page.reload();
    await expect(chips(page).getByRole("button", { name: "Remove Account: Aceros del Norte" })).toBeVisible();
    await expect(rowOf(page, "EXP-acc_list_2-0")).toBeVisible();
    await expect(shown).toHaveCount(2);
  });

  await test.step("other accounts are found by a part of the name or the id", async () => {
    await openAccounts(page);
    await accounts.getByRole("checkbox", { name: "acc_list_2" }).uncheck();
    const sought = accounts.getByRole("textbox", { name: "Account: search" });
    await sought.focus();
    await page.keyboard.type("CAFE");
    await expect(accounts.getByRole("checkbox")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(accounts.getByRole("checkbox", { name: "Café de Altura" })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL("/verifications?account=acc_list_3");
    await sought.fill("acc_list_9");
    await expect(accounts.getByRole("checkbox")).toHaveAccessibleName(/^Minera Taxco acc_list_9/);
    await sought.fill("nobody");
    await expect(accounts.getByRole("status")).toHaveText("No match.");
    await page.keyboard.press("Escape");
    await expect(moreFilters(page)).toBeFocused();
    await expect(shown).toHaveText(["EXP-acc_list_3-0"]);
  });
});

test("an account in the address is shown by its id until its name is known; the menu fits a phone, and axe finds no violation", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/choices/verifications", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/verifications?account=acc_list_1");
  await expect(chips(page).getByRole("button", { name: "Remove Account: acc_list_1" })).toBeVisible();
  await expect(table(page).getByRole("link")).toHaveCount(3);
  answer();
  const chip = chips(page).getByRole("button", { name: "Remove Account: Ladrillos del Sur" });
  await expect(chip).toBeVisible();
  await chip.hover();
  await expect(page.getByRole("tooltip")).toHaveText("acc_list_1");

  const accounts = await openAccounts(page);
  await expect(accounts.getByRole("checkbox", { name: "Ladrillos del Sur" })).toBeChecked();
  await accounts.scrollIntoViewIfNeeded();
  await expectNoSidewaysScroll(page);
  expect(await violationsOf(page)).toEqual([]);
});

test("an account without a name and an unknown account are shown by id, and can be removed; an empty list names the account", async ({
  page,
}) => {
  await page.goto(`/verifications?account=${NAMELESS}&account=acc_gone`);
  await expect(table(page).getByRole("link")).toHaveText(["EXP-nameless"]);
  const accounts = await openAccounts(page);
  await expect(accounts.getByRole("checkbox").first()).toHaveAccessibleName("acc_gone");
  await expect(accounts.getByRole("checkbox", { name: NAMELESS })).toHaveAccessibleName(`${NAMELESS} 1 verification`);
  await accounts.getByRole("checkbox", { name: "acc_gone" }).uncheck();
  await expect(page).toHaveURL(`/verifications?account=${NAMELESS}`);
  await page.keyboard.press("Escape");
  await expect(chips(page).getByRole("button", { name: `Remove Account: ${NAMELESS}` })).toBeVisible();

  await page.goto("/verifications?account=acc_list_1&status=finished");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Account: Ladrillos del Sur" }).last()).toBeVisible();
});
