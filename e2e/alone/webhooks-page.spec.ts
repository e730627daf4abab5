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
  // For the server, whose clock was not moved, the ten minutes are not over.
  await expect(page.getByText(MESSAGES.en.webhooks.secret.says.held)).toBeVisible();
});

test("a secret whose answer is lost on its way to the browser is still shown", async ({
  page,
  signInAs,
  expectedNoise,
}) => {
  const t = MESSAGES.en.webhooks;
  expectedNoise.push(/ERR_FAILED/);
  await signInAs("admin");
  await page.goto("/new-webhook");
  await page.route("**/api/webhooks", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel(t.form.url).fill("https://hooks.maderas.mx/answer-lost");
  await button(page, t.new.submit).click();
  await expect(page.getByText(t.trouble.OFFLINE)).toBeVisible();
  await revealedSecret(page);
  await store(page, MESSAGES.en);
  expect((await listed(page.request)).filter(({ url }) => url === "https://hooks.maderas.mx/answer-lost")).toHaveLength(
    1,
  );
});

test("the list names the problem of each webhook", async ({ page, signInAs, apiAs, sandbox }) => {
  const t = MESSAGES.en.webhooks;
  const api = await apiAs("admin");
  const { id, url } = await existing(api, { url: `https://10.0.0.7/${crypto.randomUUID()}` });
  await sandbox.enable(id, false);
  await signInAs("admin");
  await page.goto("/webhooks");
  const entry = page.getByRole("listitem").filter({ hasText: url });
  await expect(entry.getByText(t.mark.disabled, { exact: true })).toBeVisible();
  await expect(entry.getByText(t.problem.private_address.title)).toBeVisible();
  await entry.getByRole("link").click();
  await expect(page.getByText(t.problem.disabled.fix)).toBeVisible();
});

test("axe finds no serious violation on any page or dialog of webhooks, and no page scrolls sideways", async ({
  page,
  signInAs,
  apiAs,
}) => {
  const words = MESSAGES.en;
  const t = words.webhooks;
  const { id } = await existing(await apiAs("admin"), { description: "axe" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs("admin");
  await page.goto("/webhooks");
  await expect(page.getByText(t.own.standing.ok.title, { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goto("/new-webhook");
  await page.getByText(t.form.events.details).first().click();
  await expectAccessibleAtBothWidths(page);
  await page.goto(addressOf(id));
  await page.getByLabel(t.form.description, { exact: true }).fill("");
  await button(page, t.edit.review).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press("Escape");
  await button(page, t.end.delete).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press("Escape");
  await page.goto(`${addressOf(id)}/replace`);
  await button(page, t.replace.action.create).click();
  await revealedSecret(page);
  await page.getByRole("dialog").getByText(t.prove.title).click();
  await expectAccessibleAtBothWidths(page);
  await store(page, words);
  await expectAccessibleAtBothWidths(page);
});
