import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, missed, searched, WENDEL } from "#e2e/support/people.ts";

const TAX = { severity: "high", message: "El RFC no coincide con la constancia.", missing_field: "RFC" };
const POWER = { severity: "high", message: "Poder sin fecha" };

test("the exceptions of an acceptance are explained in place and fill its reason; its record keeps its basis, and is listed, exported and printed", async ({
  page,
  play,
  change,
  sandbox,
  signInAs,
}) => {
  await signInAs("compliance");
  const { id, tag } = await play("pending-upload");
  await change(
    id,
    {
      kind: "item_status",
      item_id: 9_000_021,
      item_type: "person_id",
      internal_status: "failed",
      item_error: "pdf_slice_failed",
    },
    { kind: "item_completed", item_id: 9_000_021 },
    searched(800_061, found(WENDEL)),
    searched(800_062, missed("Sin resultado"), { people_error: "curp_format_error" }),
    { kind: "finished", run_id: "last", findings: [TAX, POWER] },
  );
  await page.goto(`/verifications/${id}`);
  // Only the answer about the people has the error, which the page reads: until then the review changes.
  await expect(page.getByText("CURP to correct").first()).toBeVisible();
  await live(page);
  const bar = page.getByRole("region", { name: "Review of this file" });
  await expect(bar).toContainText("Ready to decide");
  const words = page.getByRole("textbox", { name: "Explanation of this finding" });

  await test.step("a finding is explained on the file", async () => {
    const findings = page.getByRole("region", { name: /^Findings/ });
    await findings.getByRole("button", { name: `Explain the finding: ${TAX.message}` }).click();
    await expect(words).toBeFocused();
    await words.fill("acta 4411");
    await page.keyboard.press("Control+Enter");
    await expect(findings).toContainText("Explained: “acta 4411”");
    await expect(findings.getByRole("button", { name: `Change the explanation: ${TAX.message}` })).toBeFocused();
  });

  // The names are loaded by then, so that equal names can be detected.
  await expect(page.getByRole("region", { name: /^People/ })).toContainText("Persona 800061");
  const pdf = await (await page.request.get(`/api/verifications/${id}/people/800061/curp.pdf`)).body();
  await test.step("another one in the dialog, whose reason has both", async () => {
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: `Decide: ${tag}` });
    await expect(dialog.getByRole("button", { name: "Choose a decision" })).toBeVisible();
    await page.keyboard.press("1");
    await expect(dialog).toContainText("2 high findings");
    await expect(dialog).toContainText(/1 person whose CURP is not resolved.*#800062.*Wrong format/);
    const reason = dialog.getByRole("textbox", { name: "Reason for the exception" });
    await expect(reason).toHaveValue("El RFC no coincide con la constancia: acta 4411");
    await dialog.getByText("Explain a finding for good…").click();
    await dialog.getByRole("button", { name: `Explain the finding: ${POWER.message}` }).click();
    await words.fill("Consta en el acta.");
    await page.keyboard.press("Control+Enter");
    await expect(reason).toHaveValue(
      "El RFC no coincide con la constancia: acta 4411\nPoder sin fecha: Consta en el acta.",
    );
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await reason.focus();
    await page.keyboard.press("Control+Enter");
    await expect(bar).toContainText("Accepted by");
  });

  const record = page.getByRole("article");
  const accepted = record.getByRole("region", { name: "Accepted" });
  await test.step("the record has the basis, the exceptions, and a note that it is local", async () => {
    await page.getByRole("link", { name: "Decision record" }).click();
    await expect(record.getByRole("heading", { level: 1, name: "Decision record" })).toBeVisible();
    await expect(record).toContainText(tag);
    await expect(accepted).toContainText("2 high findings");
    await expect(accepted).toContainText(`${TAX.message} (RFC)`);
    await expect(accepted).toContainText("Poder sin fecha: Consta en el acta.");
    await expect(accepted).toContainText("1 document that needed attention");
    await expect(accepted).toContainText("1 person whose CURP was not resolved");
    const digest = createHash("sha256").update(pdf).digest("hex").slice(0, 12);
    await expect(accepted).toContainText(`PDFs opened: person 800061 (${digest})`);
    await expect(record).toContainText(/Record no\. \d{6}/);
    await expect(record).toContainText("Central Mexico time");
    await expect(record).toContainText(/[0-9a-f]{64}/);
    await expect(record).toContainText("It is not the service's approval.");
    await expect(record.getByRole("region", { name: /^Findings/ })).toContainText(TAX.message);
    await expect(record.getByRole("region", { name: "Documents" })).toContainText("Failed");
    const people = record.getByRole("region", { name: "People" });
    await expect(people.getByRole("listitem").filter({ hasText: "Persona 800061" })).toContainText("CURP found");
    await expect(people.getByRole("listitem").filter({ hasText: "Persona 800062" })).toContainText("Wrong format");
    await expect(record).not.toContainText(WENDEL.curp);
    expect(await violationsOf(page)).toEqual([]);
  });
  await test.step("it fits a phone, and one page of paper with room for signatures", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ media: "print" });
    await expect(record.getByText("Prepared by")).toBeVisible();
    await expect(record.getByText("Authorized by")).toBeVisible();
    const paper = await page.pdf({ format: "A4" });
    expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("and has the same content after the facts have changed", async () => {
    await sandbox.change(id, { kind: "reopened" });
    await page.reload();
    await expect(record.getByRole("region", { name: /^Findings/ })).toContainText(TAX.message);
    await expect(record).toContainText("Finished");
  });

  const row = page.getByRole("row").filter({ hasText: "Consta en el acta." }).filter({ hasText: tag });
  await test.step("decisions of a period are in the navigation, and exported", async () => {
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Decisions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Decisions" })).toBeVisible();
    await expect(row).toContainText("Accepted");
    await expect(row).toContainText("CURP not resolved");
    await page.getByRole("combobox", { name: "In spite of" }).selectOption("CURP not resolved");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(page).toHaveURL(/exception=person_unresolved/);
    await expect(row).toContainText("Accepted");
    expect(await violationsOf(page)).toEqual([]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV file" }).click();
    const csv = readFileSync(await (await downloading).path(), "utf8");
    expect(csv).toContain('"Date (America/Mexico_City)"');
    expect(csv).toContain("Consta en el acta.");
    const workbook = page.waitForEvent("download");
    await page.getByRole("link", { name: "Excel workbook" }).click();
    expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/);
  });
  await test.step("the list is printed, fits a phone, and each decision leads to its record", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Authorized by")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show" })).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await row.getByRole("link").click();
    await expect(record.getByRole("heading", { level: 1, name: "Decision record" })).toBeVisible();
    await expect(accepted).toContainText("Poder sin fecha: Consta en el acta.");
  });
  await test.step("an auditor draws a sample, enters a result for each decision, and signs the worksheet", async () => {
    await signInAs("auditor");
    await page.goto("/decisions?exception=person_unresolved");
    await page.getByRole("button", { name: "Draw a sample…" }).click();
    await page.getByLabel("Number of decisions").fill("500");
    await page.getByLabel("Seed").fill("abril");
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Sample of \d+ of \d+ decisions?$/ })).toBeVisible();
    const sampled = page.getByRole("region", { name: /^Decisions of the sample/ }).getByRole("listitem");
    const own = sampled.filter({ hasText: tag });
    const form = own.getByRole("form");
    // Other tests may have decided before: then another decision's form is open.
    if (!(await form.isVisible())) await own.getByRole("button", { name: /^(Enter the result|Change)…/ }).click();
    await form.getByRole("radio", { name: "Objection" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("textbox", { name: "Note" })).toBeFocused();
    await form.getByRole("textbox", { name: "Note" }).fill("Falta el poder.");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(own).toContainText("Falta el poder.");
    await expect(page.getByText(/^1 of \d+ reviewed/)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    const workbook = page.waitForEvent("download");
    await page.getByRole("link", { name: "Excel workbook" }).click();
    expect((await workbook).suggestedFilename()).toMatch(/^cotejo-sample-.*\.xlsx$/);
    await page.getByRole("button", { name: "Sign…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByText(/^Signed by/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Enter the result|Change)…/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Samples" }).click();
    const listed = page
      .getByRole("region", { name: /^Samples/ })
      .getByRole("listitem")
      .first();
    await expect(listed).toContainText("1 objection");
    await expect(listed).toContainText("Signed by");
  });
});
