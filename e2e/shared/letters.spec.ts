import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const findings = {
  kind: "findings" as const,
  run_id: "one",
  findings: [{ severity: "high" as const, message: "No está: Acta constitutiva.", missing_field: "Acta constitutiva" }],
};

test("a letter is sent from its dialog once it was looked at, and stands on the file", async ({
  page,
  play,
  change,
  apiAs,
  signInAs,
}) => {
  const customer = `${newTag().toLowerCase()}@cliente.mx`;
  await signInAs("compliance");
  const { id } = await play("pending-upload");
  await change(id, { kind: "documents_status", to: "partial_upload" }, findings);
  await page.goto(`/verifications/${id}`);
  await page.getByRole("button", { name: "Write to the customer" }).click();
  const dialog = page.getByRole("dialog", { name: "Write to the customer" });
  const letter = dialog.getByLabel("Letter", { exact: true });
  await expect(letter).toHaveValue(/Acta constitutiva/);
  const mail = dialog.getByRole("region", { name: "Send by mail" });
  const to = mail.getByLabel("To");

  await test.step("to one address alone", async () => {
    await to.fill(`María <${customer}>`);
    await to.press("Enter");
    await expect(mail).toContainText("Enter one mail address, without a name.");
    await expect(dialog).toBeVisible();
    await to.fill(customer);
    await to.press("Enter");
    await expect(mail.getByText("This will be sent")).toBeVisible();
  });
  await expect(mail).toContainText(customer);
  await expect(mail.getByText("Acta constitutiva")).toBeVisible();

  await test.step("as it is now: an edited letter is looked at again", async () => {
    await letter.fill(`${await letter.inputValue()}\n\nAtentamente, Cumplimiento`);
    await expect(mail.getByText("This will be sent")).toHaveCount(0);
    await mail.getByRole("button", { name: "Preview" }).click();
    await expect(mail).toContainText("Atentamente, Cumplimiento");
    await expect(mail.getByRole("button", { name: "Send letter" })).toBeVisible();
  });
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await mail.getByRole("button", { name: "Send letter" }).dblclick();
  await expect(mail.getByRole("status")).toContainText("Sent: the mail server accepted it");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const entry = page.getByRole("region", { name: /^Activity/ }).getByRole("article", { name: /^Letter by / });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(customer);
  await expect(entry).toContainText("Sent: the mail server accepted it");
  await entry.getByText("Show letter").click();
  await expect(entry).toContainText("Atentamente, Cumplimiento");
  expect(await violationsOf(page)).toEqual([]);

  const compliance = await apiAs("compliance");
  const { items } = await (await compliance.get("/api/sandbox/mails")).json();
  const kept = items.filter((one: { to: string }) => one.to === customer);
  expect(kept).toMatchObject([{ verification_id: id, reply_to: expect.stringContaining("@") }]);
  expect(kept[0].text).toContain("Atentamente, Cumplimiento");
  await page.getByRole("navigation").getByRole("link", { name: MESSAGES.en.shell.pages.sandbox }).click();
  await expect(page.getByRole("region", { name: /^Mails not sent/ })).toContainText(customer);
});
