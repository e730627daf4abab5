import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { addressOf, button, existing, listed, revealedSecret, silenceOthers, store } from "#e2e/support/webhooks.ts";

test.afterEach(({ page, sandbox }) => silenceOthers(page.request, sandbox));

test("after ten minutes the secret is gone from the page too, which reports that it was not stored, and the next step", async ({
  page,
  installation,
  signInAs,
}) => {
  const { reveal } = MESSAGES.en.secrets;
  await page.clock.install();
  await signInAs("admin");
  const made = await page.request.post("/api/webhooks", {
    data: { url: "https://hooks.maderas.mx/forgotten", events: ["verification.v2.created"], description: "forgotten" },
    headers: { origin: installation.origin },
  });
  expect(made.status()).toBe(201);
  await page.goto("/webhooks");
  const secret = await revealedSecret(page);
  await page.clock.fastForward("10:10");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(reveal.over)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await dialog.getByRole("button", { name: reveal.unstored }).click();
  const notice = page.getByRole("status").filter({ hasText: "Nobody has stored the secret of “forgotten”" });
  await expect(notice).toBeFocused();
  await page.getByRole("link", { name: "https://hooks.maderas.mx/forgotten" }).click();
  // The ten minutes are not over for the server, whose clock was not changed.
  await expect(page.getByText(MESSAGES.en.webhooks.secret.says.held)).toBeVisible();
});

test("an admin reads the problem of a webhook, and gets a secret whose answer was lost; each page and dialog passes axe and fits a phone", async ({
  page,
  signInAs,
  apiAs,
  sandbox,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  const words = MESSAGES.en;
  const t = words.webhooks;
  const api = await apiAs("admin");
  const { id } = await existing(api, { description: "axe" });
  const disabled = await existing(api, { url: `https://10.0.0.7/${crypto.randomUUID()}` });
  await sandbox.enable(disabled.id, false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs("admin");
  await page.goto("/webhooks");
  const { live, waiting } = words.shell.connection;
  const accepted = page.getByText(live.title, { exact: true }).or(page.getByText(waiting.title, { exact: true }));
  await expect(accepted).toBeVisible();

  await test.step("the list names the problem of each webhook", async () => {
    await expectAccessibleAtBothWidths(page);
    const entry = page.getByRole("listitem").filter({ hasText: disabled.url });
    await expect(entry.getByText(t.mark.disabled, { exact: true })).toBeVisible();
    await expect(entry.getByText(t.problem.private_address.title)).toBeVisible();
    await entry.getByRole("link").click();
    await expect(page.getByText(t.problem.disabled.fix)).toBeVisible();
    await page.goBack();
  });

  await test.step("a secret whose answer is lost on its way to the browser is still shown", async () => {
    const url = "https://hooks.maderas.mx/answer-lost";
    await page.getByRole("link", { name: t.create }).click();
    await page.getByText(t.form.events.details).first().click();
    await expectAccessibleAtBothWidths(page);
    await page.route("**/api/webhooks", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel(t.form.url).fill(url);
    await button(page, t.new.submit).click();
    await expect(page.getByText(t.trouble.OFFLINE)).toBeVisible();
    await revealedSecret(page);
    await store(page, words);
    await page.unroute("**/api/webhooks");
    expect((await listed(api)).filter((webhook) => webhook.url === url)).toHaveLength(1);
  });

  await test.step("the dialogs of a change, of a deletion and of a replacement", async () => {
    await page.getByRole("navigation").getByRole("link", { name: words.shell.pages.webhooks }).click();
    await page
      .locator(`a[href="${addressOf(id)}"]`)
      .first()
      .click();
    await page.getByLabel(t.form.description, { exact: true }).fill("");
    await button(page, t.edit.review).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Escape");
    await button(page, t.end.delete).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Escape");
    // The stored description again: the page asks before a link loses unsaved changes.
    await page.getByLabel(t.form.description, { exact: true }).fill("axe");
    await page.getByRole("link", { name: t.secret.replace }).click();
    await button(page, t.replace.action.create).click();
    await revealedSecret(page);
    await page.getByRole("dialog").getByText(t.prove.title).click();
    await expectAccessibleAtBothWidths(page);
    await store(page, words);
    await expectAccessibleAtBothWidths(page);
  });
});
