import { readFile } from "node:fs/promises";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { pressOn } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { peopleOf } from "#e2e/support/people.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { curpOf, personName, shortenCurp } from "#lib/core/contract/people/person.ts";

const words = MESSAGES.en.arco;

test("a request about one file finds the file by its tag, and refuses a name that no file has", async ({
  page,
  play,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 400/);
  const { id, tag } = await play("finished");
  await signInAs("compliance");
  await page.goto("/privacy");
  await pressOn(page, page.getByRole("button", { name: words.create.title }));
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: words.file.label });
  await field.fill("EXP-of-nobody-0");
  await dialog.getByLabel(words.create.received).fill("2026-06-01T10:00");
  await pressOn(page, dialog.getByRole("button", { name: words.create.submit }));
  await expect(dialog.getByText(words.file.unknown)).toBeVisible();
  await field.fill(tag);
  await expect(dialog.getByRole("radio")).toBeChecked();
  await pressOn(page, dialog.getByRole("button", { name: words.create.submit }));
  await expect(dialog).toBeHidden();
  await page
    .getByRole("listitem")
    .filter({ hasText: id.slice(0, 8) })
    .getByRole("link")
    .first()
    .click();
  const kept = page.getByRole("region", { name: words.kept.title });
  await expect(kept.getByRole("link", { name: words.kept.openFile.replace("{name}", "") })).toBeVisible();
  await expect(kept.getByText(words.kept.noFiles)).toHaveCount(0);
});

test("a compliance officer registers a request, exports what is kept about the person, answers and carries it out", async ({
  page,
  play,
  observer,
  signInAs,
}) => {
  const { id } = await play("finished");
  const person = (await peopleOf(observer, id)).find((one) => curpOf(one) !== null && personName(one) !== null);
  if (!person) throw new Error("the scenario has nobody with a CURP");
  const curp = curpOf(person) ?? "";
  const name = `${personName(person)} ${newTag()}`;
  await signInAs("compliance");
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: MESSAGES.en.shell.pages.privacy }).click();
  await expect(page.getByRole("heading", { name: words.title, level: 1 })).toBeVisible();

  await test.step("it is registered with the keyboard", async () => {
    await pressOn(page, page.getByRole("button", { name: words.create.title }));
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await dialog.getByLabel(words.create.name).fill(name);
    await dialog.getByLabel(words.curp).fill(curp);
    await dialog.getByLabel(words.identify.text).fill("Voter card, seen");
    await dialog.getByLabel(words.create.received).fill("2026-06-01T10:00");
    await pressOn(page, dialog.getByRole("button", { name: words.create.submit }));
    await expect(dialog).toBeHidden();
    const row = page.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText(words.state.open);
    await expect(row).toContainText("overdue by");
    await expectAccessibleAtBothWidths(page);
    await row.getByRole("link").click();
  });

  await test.step("it shows what is kept, and the CURP only when asked", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.getByText(words.kept.match.curp).first()).toBeVisible();
    await expect(page.getByText(curp)).toHaveCount(0);
    await expect(page.getByText(shortenCurp(curp)).first()).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, page.getByRole("button", { name: words.detail.showCurp }));
    await expect(page.getByText(curp)).toBeVisible();
  });

  await test.step("it has a receipt", async () => {
    await page.getByRole("link", { name: words.paper.receipt.open }).click();
    await expect(page.getByRole("heading", { name: words.paper.receipt.title, level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByText(/^No. \d{6}$/)).toBeVisible();
    await expect(page.getByText("Voter card, seen")).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.getByRole("link", { name: words.paper.back }).click();
  });

  await test.step("it is exported", async () => {
    const downloading = page.waitForEvent("download");
    await pressOn(page, page.getByRole("button", { name: words.extract.json }));
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^arco-[\da-f-]+\.json$/);
    const { people } = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(people.some((one: { verification_id: string }) => one.verification_id === id)).toBe(true);
    await expect(page.getByRole("region", { name: words.detail.log })).toContainText(words.step.extracted);
  });

  await test.step("it is answered and carried out", async () => {
    await expect(page.getByRole("button", { name: words.detail.extend })).toHaveCount(0);
    await pressOn(page, page.getByRole("button", { name: words.detail.answer }));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words.detail.outcome).selectOption("granted");
    await dialog.getByLabel(words.answer.text).fill("The data were handed over.");
    await pressOn(page, dialog.getByRole("button", { name: words.answer.submit }));
    await expect(dialog).toBeHidden();
    await pressOn(page, page.getByRole("button", { name: words.detail.extend }));
    await dialog.getByLabel(words.extend.text).fill("Many files.");
    await pressOn(page, dialog.getByRole("button", { name: words.extend.submit }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: words.detail.facts })).toContainText(words.due.extended);
    await pressOn(page, page.getByRole("button", { name: words.detail.execute }));
    await dialog.getByLabel(words.execute.text).fill("Sent by registered mail.");
    await pressOn(page, dialog.getByRole("button", { name: words.execute.submit }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: words.detail.facts })).toContainText(words.state.executed);
    await expect(page.getByRole("region", { name: words.detail.log })).toContainText("Sent by registered mail.");
    await page.getByRole("link", { name: words.paper.answer.open }).click();
    await expect(page.getByText("The data were handed over.")).toBeVisible();
    await expect(page.getByText("Sent by registered mail.")).toBeVisible();
    await page.getByRole("checkbox", { name: words.paper.saw.add }).check();
    const saw = page.getByRole("region", { name: words.paper.saw.title });
    await expect(saw.getByRole("listitem").filter({ hasText: words.paper.saw.data }).first()).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.getByRole("link", { name: words.paper.back }).click();
    await page.getByRole("link", { name: words.detail.back }).click();
    const closed = page.getByRole("region", { name: new RegExp(`^${words.list.closed}`) });
    await expect(closed.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  });
});
