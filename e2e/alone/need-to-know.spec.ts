import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { pressOn, tabTo } from "#e2e/support/keyboard.ts";
import { fileLoaded, live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { found, searched, WENDEL } from "#e2e/support/people.ts";
import type { NeedToKnow } from "#lib/core/contract/need-to-know/policy.ts";

const { channels, people, shell } = MESSAGES.en;
const words = MESSAGES.en["need-to-know"];
const PATH = "/api/settings/need-to-know";

/* The policy applies to the whole installation: the test restores it at its end. */
test("an administrator sets what support is shown, and support gives a reason by the keyboard alone", async ({
  page,
  signInAs,
  apiAs,
  play,
  sandbox,
  settled,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 409/);
  const api = await apiAs("admin");
  const before: NeedToKnow = await (await api.get(PATH)).json();
  const { id } = await play("pending-upload");
  await sandbox.change(id, searched(800_001, found(WENDEL), { full_name: "Wendel Boureda" }));
  await settled(id);

  await test.step("the policy is set", async () => {
    await signInAs("admin");
    await page.goto("/settings/need-to-know");
    const section = page.getByRole("region", { name: words.title });
    const support = section.getByRole("group", { name: shell.role.support });
    await support.getByLabel(words.curp.label.replace("{role}", shell.role.support)).selectOption("shortened");
    await expect(support.getByRole("checkbox", { name: words.pdf })).not.toBeChecked();
    await expect(support.getByRole("checkbox", { name: words.pdf })).toBeDisabled();
    await section.getByLabel(words.reason.label).selectOption("support");
    await expectAccessibleAtBothWidths(page);
    await section.getByRole("button", { name: words.save }).click();
    await expect(section.getByRole("status").filter({ hasText: /Version \d+ is in force/ })).toBeVisible();
  });

  await test.step("support gives a reason in words, and is shown the ends of the CURP", async () => {
    await signInAs("support");
    await page.goto(`/verifications/${id}/people/800001`);
    const dialog = page.getByRole("dialog", { name: people.reason.title });
    await expect(dialog).toBeVisible();
    await expect(page.getByText(WENDEL.curp)).toHaveCount(0);
    const reason = dialog.getByLabel(people.reason.label, { exact: true });
    await tabTo(page, reason);
    await reason.selectOption("words");
    await tabTo(page, dialog.getByRole("textbox", { name: people.reason.words }));
    await page.keyboard.type("The customer called about the address.");
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, dialog.getByRole("button", { name: people.reason.open }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "Wendel Boureda", level: 1 })).toBeVisible();
    await live(page);
    await expect(page.getByRole("region", { name: people.curp.title })).toContainText(people.curp.covered.shortened);
    await expect(page.locator("body")).not.toContainText(WENDEL.curp);
    await expect(page.getByRole("link", { name: people.card.openPdf })).toHaveCount(0);
    await expect(page.getByRole("region", { name: people.openings.title })).toContainText(
      "The customer called about the address.",
    );
  });

  await test.step("the file tells who opened it", async () => {
    await page.goto(`/verifications/${id}`);
    await fileLoaded(page);
    const openings = page.getByRole("region", { name: people.openings.title });
    await openings.getByText(people.openings.show).click();
    await expect(openings.getByRole("listitem").filter({ hasText: people.openings.file })).toHaveCount(1);
    await expect(openings).toContainText("The customer called about the address.");
  });

  const { version } = await (await api.get(PATH)).json();
  expect((await api.put(PATH, { data: { ...before, version } })).ok()).toBe(true);
});

test("an auditor sees files, the audit trail and the settings, without a button that changes them", async ({
  page,
  signInAs,
  play,
}) => {
  const { id } = await play("finished");
  await signInAs("auditor");
  await page.goto("/audit");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expect(navigation.getByRole("link", { name: shell.pages.audit })).toBeVisible();
  for (const absent of [shell.pages.keys, shell.pages.users, shell.pages.webhooks, shell.pages.deliveries]) {
    await expect(navigation.getByRole("link", { name: absent, exact: true })).toHaveCount(0);
  }

  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(page.getByRole("region", { name: /^People/ })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);

  await page.goto("/settings/need-to-know");
  const section = page.getByRole("region", { name: words.title });
  await expect(section.getByLabel(words.reason.label)).toBeDisabled();
  await expect(section.getByRole("button", { name: words.save })).toHaveCount(0);

  await page.goto("/settings/channels");
  await expect(page.getByRole("heading", { name: channels.title, level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: channels.create.open })).toHaveCount(0);
});
