import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, missed, searched, WENDEL } from "#e2e/support/people.ts";
import type { Change } from "#e2e/support/sandbox.ts";

const PERSON = 800_051;
const findings = (run_id: string, ...missing: string[]): Change => ({
  kind: "findings",
  run_id,
  findings: missing.map((missing_field) => ({
    severity: "high",
    message: `No está: ${missing_field}.`,
    missing_field,
  })),
});
const arrived = (item_id: number, item_error?: string): Change[] => [
  {
    kind: "item_status",
    item_id,
    item_type: "person_id",
    internal_status: item_error ? "failed" : "completed",
    ...(item_error && { item_error }),
  },
  { kind: "item_completed", item_id },
];

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Write to the customer" });

test("compliance asks the customer for missing points, waits, and sees the answer to each", {
  tag: "@journey",
}, async ({ page, context, play, change, sandbox, signInAs }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("compliance");
  const { id } = await play("pending-upload");
  await change(
    id,
    { kind: "documents_status", to: "partial_upload" },
    ...arrived(9_000_001, "password_protected_pdf"),
    findings("one", "Acta constitutiva", "acta constitutiva", "Poder notarial vigente"),
    searched(PERSON, missed("Sin resultado"), { people_error: "curp_format_error" }),
  );
  await page.goto(`/verifications/${id}`);
  await expect(page.getByRole("region", { name: /^People/ })).toContainText(`Persona ${PERSON}`);
  // Only the answer about the people has the error, so the file comes into the queue after the page has read it.
  await expect(page.getByText("CURP to correct")).toBeVisible();
  await page.getByRole("button", { name: "Write to the customer" }).click();
  const dialog = dialogOf(page);
  const letter = dialog.getByLabel("Letter", { exact: true });

  await test.step("in either language, each point once, without ids, severities or words of findings", async () => {
    const points = dialog.getByRole("group", { name: "What to ask for" }).getByRole("checkbox");
    await expect(points).toHaveCount(5);
    await expect(letter).toHaveValue(/^Buen día:/);
    await expect(letter).toBeFocused();
    await dialog.getByLabel("English").check();
    await expect(letter).toHaveValue(/^Hello,/);
    await dialog.getByLabel("Spanish").check();
    await expect(letter).toHaveValue(/^Buen día:/);
    const text = await letter.inputValue();
    expect(text.match(/acta constitutiva/gi)).toHaveLength(1);
    expect(text).toContain("- Identificación oficial. El archivo está protegido con contraseña.");
    expect(text).toContain(`- Persona ${PERSON}. La CURP no está bien escrita.`);
    expect(text).not.toMatch(new RegExp(`${id}|9000001|high|No está:|BOXW`, "i"));
    await points.last().uncheck();
    await expect(letter).not.toHaveValue(/formularios/);
  });
  expect(await violationsOf(page)).toEqual([]);

  await test.step("to copy, mail or print, and an edited letter stays", async () => {
    await letter.press("End");
    await letter.fill(`${await letter.inputValue()}\n\nLaura`);
    await dialog.getByLabel("English").check();
    await expect(letter).toHaveValue(/^Buen día:[\s\S]*Laura$/);
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
    expect((await page.evaluate(() => navigator.clipboard.readText())).replaceAll("\r\n", "\n")).toBe(
      await letter.inputValue(),
    );
    const mail = await dialog.getByRole("link", { name: "Mail" }).getAttribute("href");
    expect(mail).toContain("subject=Documents%20for%20");
    await letter.fill("largo ".repeat(500));
    await expect(dialog.getByRole("button", { name: "Mail" })).toBeDisabled();
    await expect(dialog).toContainText("Too long for a mail program to take over.");
    await dialog.getByRole("button", { name: "Write it again" }).click();
    await expect(letter).toHaveValue(/^Hello,/);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await dialog.getByRole("button", { name: "Print" }).click();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("body > :visible")).toHaveCount(1);
    await expect(page.locator("body > :visible")).toContainText(/^Hello,[\s\S]*Thank you\.$/);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({ media: "screen" });
  });

  await dialog.getByRole("button", { name: "Mark as sent" }).click();
  await expect(dialog).toHaveCount(0);
  const asked = page.getByRole("region", { name: /^Asked of the customer on / });
  await expect(asked.getByRole("listitem")).toHaveText([
    /Missing: Acta constitutiva.*Nothing yet/,
    /Missing: Poder notarial vigente.*Nothing yet/,
    /Personal identification #9000001.*Nothing yet/,
    new RegExp(`CURP of Persona ${PERSON}.*Nothing yet`),
  ]);
  await expect(page.getByText("Waiting for customer").first()).toBeVisible();

  await live(page);
  await sandbox.change(
    id,
    ...arrived(9_000_002),
    findings("two", "Poder notarial vigente"),
    searched(PERSON, found(WENDEL)),
  );
  await expect(asked.getByRole("listitem")).toHaveText([
    /Acta constitutiva.*Resolved/,
    /Poder notarial vigente.*Something arrived/,
    /#9000001.*Something arrived/,
    /CURP of .*Resolved/,
  ]);
  await expect(asked).toContainText("2 of 4 resolved");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.locator("body").press("m");
  await expect(letter).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await violationsOf(page)).toEqual([]);

  await test.step("support reads the request, and writes no letter", async () => {
    await signInAs("support");
    await page.goto(`/verifications/${id}`);
    await expect(asked.getByRole("listitem")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Write to the customer" })).toHaveCount(0);
  });
});
