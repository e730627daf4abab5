import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { addressOf, button, existing, listed, revealedSecret, silenceOthers, store } from "#e2e/support/webhooks.ts";
import { CATALOGUE_NAMES } from "#lib/core/contract/events/event-catalogue.ts";

const words = MESSAGES.en;
const t = words.webhooks;

test.beforeEach(async ({ signInAs, expectedNoise }) => {
  // The browser logs the handlers' answers about changed or deleted webhooks.
  expectedNoise.push(/status of (403|404|409|412|50\d)/);
  await signInAs("admin");
});

test.afterEach(({ page, sandbox }) => silenceOthers(page.request, sandbox));

test("an admin creates a webhook by keyboard, sees its secret once, proves its storage, and only a fingerprint remains", {
  tag: "@journey",
}, async ({ page, installation }) => {
  const url = "https://hooks.maderas.mx/new";
  await page.goto("/webhooks");
  await page.getByRole("link", { name: t.create }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t.form.url).fill(url);
  await page.getByRole("radio", { name: t.form.events.some.title }).press("Space");
  await page.getByRole("checkbox", { name: /verification\.v2\.findings\.updated/ }).press("Space");
  await button(page, t.new.submit).press("Enter");

  const secret = await revealedSecret(page);
  const dialog = page.getByRole("dialog");
  for (const press of ["Escape", "Escape", "Escape"]) await page.keyboard.press(press);
  await page.mouse.click(5, 5);
  // A reload leads to the new webhook's page, where the session still holds the secret.
  await expect(page).toHaveURL(/\/webhooks\/wh_[^/]+$/);
  await page.reload();
  await expect(page).toHaveURL(/\/webhooks\/wh_[^/]+$/);
  await expect(dialog.getByText(secret, { exact: true })).toBeVisible();
  for (const accept of ["text/html", "text/x-component"]) {
    const headers: Record<string, string> = accept === "text/html" ? { accept } : { accept, rsc: "1" };
    expect(await (await page.request.get("/webhooks", { headers })).text()).not.toContain("whsec_");
  }

  await dialog.getByText(t.prove.title).click();
  const command = (await dialog.locator("pre").first().textContent()) ?? "";
  expect(command).not.toContain(secret);
  const [, signed] = /^printf '%s' '(.*)' \| openssl/.exec(command) ?? [];
  const sign = (stored: string) => createHmac("sha256", stored).update(String(signed)).digest("hex");
  await dialog.getByLabel(t.prove.sign.field).fill(`SHA2-256(stdin)= ${sign(secret)}`);
  await dialog.getByRole("button", { name: t.prove.sign.check, exact: true }).click();
  await expect(dialog.getByText(t.prove.proof.matches)).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: ".env" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain(`SVC_WEBHOOK_SECRET=${secret}\n`);
  await store(page, words);

  const fingerprint = createHash("sha256").update(secret).digest("hex").slice(0, 12);
  await expect(page.getByText(fingerprint).first()).toBeVisible();
  const own = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  expect(own).not.toContain("whsec_");
  expect(await page.content()).not.toContain(secret);
  const pages = page.getByRole("navigation", { name: words.shell.navigation });
  await pages.getByRole("link", { name: words.shell.pages.webhooks }).click();
  await page.getByRole("link", { name: url }).click();
  await page.getByLabel(t.secret.compare.field).fill(secret);
  await button(page, t.secret.compare.submit).click();
  await expect(page.getByText(t.secret.compare.same)).toBeVisible();
  await expect(page.getByLabel(t.secret.compare.field)).toHaveValue("");
  const log = readFileSync(`test-results/installations/${new URL(installation.origin).port}.log`, "utf8");
  expect(log).not.toContain(secret);
});

test("an admin changes a webhook, of which another user's change is kept, and deletes it by its address", async ({
  page,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const { id, url } = await existing(api);
  await page.goto(addressOf(id));
  await page.getByLabel(t.form.description, { exact: true }).fill("Mine");
  await page.getByRole("checkbox", { name: /verification\.v2\.created/ }).uncheck();
  const theirs = {
    description: "Theirs",
    events: ["verification.v2.created", "verification.v2.finished", "verification.v2.label_added"],
  };
  expect((await api.put(`/api${addressOf(id)}`, { data: theirs })).status()).toBe(200);
  await button(page, t.edit.review).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t.edit.dialog.submit }).click();
  const look = dialog.getByRole("button", { name: t.edit.dialog.look });
  // The page may have noticed the change before the form was sent.
  const noticed = page.getByText(t.edit.meanwhile.title);
  await expect(look.or(noticed).first()).toBeVisible();
  if (await look.isVisible()) await look.click();
  await expect(noticed).toBeVisible();
  expect((await listed(api)).find((webhook) => webhook.id === id)).toMatchObject(theirs);
  await button(page, t.edit.review).click();
  await dialog.getByRole("button", { name: t.edit.dialog.submit }).click();
  await expect(page.getByText(t.edit.saved.replace("{name}", "Mine"))).toBeVisible();
  const saved = (await listed(api)).find((webhook) => webhook.id === id);
  expect(saved?.events.toSorted()).toEqual(["verification.v2.finished", "verification.v2.label_added"]);

  await button(page, t.end.delete).click();
  await dialog.getByLabel(t.delete.type).fill(url);
  await dialog.getByRole("button", { name: t.delete.submit }).click();
  await expect(page.getByText(t.deleted.replace("{name}", "Mine"))).toBeVisible();
  await expect(page.getByRole("heading", { name: t.title, level: 1 })).toBeVisible();
  expect((await listed(api)).map((webhook) => webhook.id)).not.toContain(id);
});

test("an admin replaces a lost secret, closes the tab midway, and resumes at the same step", async ({
  page,
  context,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const { id, url } = await existing(api, { description: "lost" });
  await page.goto(addressOf(id));
  await page.getByRole("link", { name: t.secret.replace }).click();
  await button(page, t.replace.action.create).click();
  const secret = await revealedSecret(page);
  await page.close();

  const later = await context.newPage();
  await later.goto("/webhooks");
  expect(await revealedSecret(later)).toBe(secret);
  await store(later, words);
  const ofThis = later.locator(`a[href="${addressOf(id)}"]`);
  await later.getByRole("listitem").filter({ has: ofThis, hasText: t.mark.replacing.old }).getByRole("link").click();
  await expect(later.getByText(t.kept.replacing)).toBeVisible();
  await later.getByRole("link", { name: t.secret.goOn }).click();
  await button(later, t.replace.action.switched).click();
  await later.reload();
  await button(later, `${t.replace.action.finish}…`).click();
  await later.getByLabel(t.delete.type).fill(url);
  await button(later, t.replace.action.finish).click();
  await expect(later.getByText(t.replace.done, { exact: true })).toBeVisible();
  const left = (await listed(api)).filter((webhook) => webhook.url === url);
  expect(left.map((webhook) => webhook.fingerprint)).toEqual([
    createHash("sha256").update(secret).digest("hex").slice(0, 12),
  ]);
  expect(left[0]?.id).not.toBe(id);
});

test("an admin repairs the dashboard's own webhook, and replaces its secret while both are accepted", async ({
  page,
  apiAs,
  sandbox,
}) => {
  const api = await apiAs("admin");
  const before = (await (await api.get("/api/receiver")).json()).webhook_id;
  await sandbox.enable(before, false);
  // A key that is accepted again triggers at once the check that the worker makes every two minutes.
  await sandbox.faultEverywhere({ kind: "status", status: 401, count: 1 });
  await expect.poll(async () => (await api.get("/api/api-keys")).status()).not.toBe(200);
  await expect.poll(async () => (await api.get("/api/api-keys")).status()).toBe(200);
  await expect
    .poll(async () => (await api.get("/api/status")).json(), { timeout: 60_000 })
    .toMatchObject({ receiver: { state: "problem", problems: ["disabled_at_service"] }, service: { state: "ok" } });
  await page.goto("/webhooks");
  const { connection } = words.shell;
  const section = page.getByRole("region", { name: t.own.title });
  const banner = page
    .getByRole("region", { name: words.shell.trouble.label })
    .getByText(connection.disabled_at_service.title);
  await expect(banner).toBeVisible();
  await expect(page.getByRole("banner").getByText(words.shell.live.deaf)).toBeVisible();
  await expect(page.getByRole("row", { name: /Refused the API key \(401\)/ }).first()).toBeVisible();
  await expect(section).toContainText(`${connection.disabled_at_service.body} ${connection.remedy.repair}`);
  await expect(page.getByRole("region", { name: t.outages.title })).toContainText(t.outages.goesOn);
  await section.getByRole("button", { name: connection.action.repair }).click();
  await expect(page.getByText(t.own.did.created)).toBeVisible();
  await expect(section.getByText(connection.live.title, { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();

  await test.step("lost deliveries mark the files of that time, until the outage is dismissed", async () => {
    const outages = page.getByRole("region", { name: t.outages.title });
    const entry = outages.getByRole("listitem").filter({ hasText: t.outages.cause.webhook });
    await expect(entry).toContainText("may be lost");
    // Once the worker has seen the webhook in order again.
    await expect(entry.getByRole("button", { name: t.outages.dismiss })).toBeVisible();
    await expectAccessible(page);
    const [file] = (await (await api.get("/api/verifications?sort=created_at")).json()).items;
    expect(file.possibly_incomplete).toEqual(expect.arrayContaining(["items", "labels"]));
    const { possibly_incomplete } = await (await api.get(`/api/verifications/${file.verification_id}`)).json();
    expect(possibly_incomplete).toContainEqual({
      part: "items",
      from: expect.any(String),
      to: expect.any(String),
      reason: "webhook",
    });
    await page.goto(`/verifications/${file.verification_id}`);
    const { incomplete } = words.verification;
    const note = page.locator("details").filter({ hasText: incomplete.withoutTrace });
    // One line for all parts.
    await expect(note).toHaveCount(1);
    await expect(note).toContainText(`${incomplete.part.items}, ${incomplete.part.labels}`);
    await expect(note).toContainText(incomplete.reason.webhook);
    await note.locator("summary").first().click();
    await expect(note.getByText(incomplete.unreadable)).toBeVisible();
    await page.goto("/webhooks");
    await entry.getByRole("button", { name: t.outages.dismiss }).click();
    await expect(entry).toContainText("Dismissed by");
    const after = await (await api.get(`/api/verifications/${file.verification_id}`)).json();
    expect(after.possibly_incomplete.filter(({ reason }: { reason: string }) => reason === "webhook")).toEqual([]);
  });

  await page.getByRole("link", { name: t.own.replaceSecret }).click();
  await button(page, t.replace.action.create).click();
  const { waiting, works } = t.replace.matched;
  await expect(page.getByText(waiting).or(page.getByText(works))).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await sandbox.play("pending-upload");
  await expect(page.getByText(works)).toBeVisible();
  await expectAccessible(page);
  await button(page, t.replace.action.switchOwn).click();
  await button(page, `${t.replace.action.finish}…`).click();
  await page.getByLabel(t.delete.type).fill((await (await api.get("/api/receiver")).json()).url);
  await button(page, t.replace.action.finish).click();
  await expect(page.getByText(t.replace.doneOwn)).toBeVisible();
  const own = (await listed(api)).filter((webhook) => webhook.own);
  expect(own.map((webhook) => webhook.events.length)).toEqual([CATALOGUE_NAMES.length]);
  expect((await (await api.get("/api/receiver")).json()).healthy).toBe(true);
});
