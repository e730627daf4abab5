import { expectSound } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { MESSAGES } from "./support/messages.ts";
import { addressOf, button, existing, listed, store, told } from "./support/webhooks.ts";

// Webhooks are made and disabled here: these specs have an installation of their own.
test.use({ home: "own" });

test("After ten minutes the secret is gone from the page too, nobody is said to have stored it, and the way out is said", async ({
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
  const secret = await told(page);
  await page.clock.fastForward("10:10");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(reveal.over)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await dialog.getByRole("button", { name: reveal.unstored }).click();
  const notice = page.getByRole("status").filter({ hasText: "Nobody has stored the secret of “forgotten”" });
  await expect(notice).toBeFocused();
  await page.getByRole("link", { name: "https://hooks.maderas.mx/forgotten" }).click();
  await expect(page.getByText(MESSAGES.en.webhooks.secret.says.unclaimed)).toBeVisible();
});

test("A secret whose answer is lost on its way to the browser is shown all the same", async ({
  page,
  signInAs,
  expectedNoise,
}) => {
  const t = MESSAGES.en.webhooks;
  expectedNoise.push(/ERR_FAILED/);
  await signInAs("admin");
  await page.goto("/webhooks/new");
  await page.route("**/api/webhooks", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel(t.form.url).fill("https://hooks.maderas.mx/answer-lost");
  await button(page, t.new.submit).click();
  await expect(page.getByText(t.trouble.OFFLINE)).toBeVisible();
  await told(page);
  await store(page, MESSAGES.en);
  expect((await listed(page.request)).filter(({ url }) => url === "https://hooks.maderas.mx/answer-lost")).toHaveLength(
    1,
  );
});

test("What is wrong with a webhook stands in the list", async ({ page, signInAs, apiAs, sandbox }) => {
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

test("others find no such page, and no entry of it", async ({ page, signInAs, expectedNoise }) => {
  expectedNoise.push(/status of 404/, /preloaded using link preload but not used/);
  await signInAs("compliance");
  await page.goto("/");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Webhooks" })).toBeHidden();
  for (const path of ["/webhooks", "/webhooks/new", "/webhooks/wh_1", "/webhooks/wh_1/replace"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  }
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`at ${viewport.width} px axe finds nothing grave on each page and dialog, and nothing scrolls sideways`, async ({
    page,
    signInAs,
    apiAs,
  }) => {
    const words = MESSAGES.en;
    const t = words.webhooks;
    const { id } = await existing(await apiAs("admin"), { description: `axe ${viewport.width}` });
    await page.setViewportSize(viewport);
    await signInAs("admin");
    await page.goto("/webhooks");
    await expect(page.getByText(t.own.standing.healthy.title, { exact: true })).toBeVisible();
    await expectSound(page);
    await page.goto("/webhooks/new");
    await page.getByText(t.form.events.details).first().click();
    await expectSound(page);
    await page.goto(addressOf(id));
    await page.getByLabel(t.form.description, { exact: true }).fill("");
    await button(page, t.edit.review).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await button(page, t.end.delete).click();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await page.goto(`${addressOf(id)}/replace`);
    await button(page, t.replace.action.twin).click();
    await told(page);
    await page.getByRole("dialog").getByText(t.prove.title).click();
    await expectSound(page);
    await store(page, words);
    await expectSound(page);
  });
}
