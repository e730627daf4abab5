import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { startTarget } from "#lib/outbound/server/channels/testing/http-target.ts";
import { parseSignatureHeader, signatureOf, signingKey } from "#lib/receiver/signature.ts";

const { channels: words, secrets } = MESSAGES.en;

test("an admin creates a webhook channel, tests it, sees why a message failed, pauses and deletes it", async ({
  page,
  signInAs,
}) => {
  const target = await startTarget();
  const name = `Core system ${crypto.randomUUID()}`;
  await signInAs("admin");
  await page.goto("/settings");
  await page.getByRole("link", { name: new RegExp(`^${words.title}`) }).click();
  await expect(page.getByRole("heading", { name: words.title, level: 1 })).toBeVisible();

  await page.getByRole("button", { name: words.create.open }).click();
  const dialog = page.getByRole("dialog", { name: words.create.title });
  await dialog.getByLabel(words.form.kind).selectOption("webhook");
  await dialog.getByLabel(words.form.name).fill(name);
  await dialog.getByLabel(words.form.url).fill(`${target.url}/hook`);
  // No other spec of this installation causes this event, so the channel gets its test messages alone.
  await dialog.getByLabel(MESSAGES.en.notifications.name.clock_wrong).check();
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole("button", { name: words.create.submit, exact: true }).click();

  const secret = await test.step("the signing secret is shown once", async () => {
    const reveal = page.getByRole("dialog").filter({ hasText: secrets.reveal.aboutChannel });
    const code = reveal.locator("code").first();
    await expect(code).toHaveText(/^cotejo_/);
    const shown = (await code.textContent()) ?? "";
    await reveal.getByRole("button", { name: secrets.reveal.stored }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    return shown;
  });

  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  const sendTest = entry.getByRole("button", { name: words.entry.test });
  await test.step("a test message arrives with a valid signature, and its outcome is shown", async () => {
    await sendTest.click();
    await expect(entry.getByRole("status")).toContainText(words.sendings.test.sent);
    const { path, headers, body } = target.received[0] ?? { path: "", headers: {}, body: "{}" };
    expect([path, JSON.parse(body).kind]).toEqual(["/hook", "test"]);
    const header = parseSignatureHeader(String(headers["cotejo-signature"]));
    if (typeof header === "string") throw new Error(header);
    expect(header.v1).toEqual([signatureOf(signingKey(secret), header.t, Buffer.from(body)).toString("hex")]);
  });

  await test.step("a failure is shown with its cause and the answer", async () => {
    target.answerWith((_received, response) => {
      response.writeHead(503).end("down for maintenance");
    });
    await sendTest.click();
    await expect(entry.getByRole("status")).toContainText(words.cause.not_accepted);
    await entry.getByText(words.entry.sendings).click();
    const sendings = entry.getByRole("list", { name: words.sendings.of.replace("{name}", name) });
    await expect(sendings.getByRole("listitem")).toHaveCount(2);
    await expect(sendings.getByRole("listitem").first()).toContainText("down for maintenance");
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("a paused channel sends nothing, and a deleted one is gone", async () => {
    await entry.getByRole("button", { name: words.entry.pause }).click();
    await expect(entry.getByText(words.entry.paused, { exact: true })).toBeVisible();
    await entry.getByRole("button", { name: words.entry.delete }).click();
    const confirm = page.getByRole("dialog", { name: words.delete.title.replace("{name}", name) });
    await confirm.getByRole("button", { name: words.delete.submit }).click();
    await expect(page.getByRole("status").filter({ hasText: words.deleted.replace("{name}", name) })).toBeFocused();
    await expect(entry).toBeHidden();
  });
  await target.close();
});
