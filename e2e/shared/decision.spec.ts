import { createHash } from "node:crypto";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { found, missed, searched, WENDEL } from "#e2e/support/people.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

test("a decision is printed with its basis, its exceptions, and a note that it is local", async ({
  page,
  play,
  change,
  sandbox,
  signInAs,
  apiAs,
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
    {
      kind: "finished",
      run_id: "last",
      findings: [{ severity: "high", message: "El RFC no coincide.", missing_field: "RFC" }],
    },
  );
  await page.goto(`/verifications/${id}/decision`);
  await expect(page.getByRole("heading", { name: "No decision stands" })).toBeVisible();
  await page.goto(`/verifications/${id}`);
  // Names are known by then, so that they can be told to be the same.
  await expect(page.getByRole("region", { name: /^People/ })).toContainText("Persona 800061");
  const officer = await apiAs("compliance");
  const pdf = await (await officer.get(`/api/verifications/${id}/people/800061/curp.pdf`)).body();
  await acceptByApi(officer, id, "Revisado con el área");
  await page.getByRole("link", { name: "Decision record" }).click();
  const record = page.getByRole("article");
  await expect(record.getByRole("heading", { level: 1, name: "Decision record" })).toBeVisible();
  await expect(record).toContainText(tag);
  await expect(record.getByRole("region", { name: "Accepted" })).toContainText("Revisado con el área");
  await expect(record.getByRole("region", { name: "Accepted" })).toContainText(
    /1 high finding\s*El RFC no coincide\. \(RFC\)/,
  );
  await expect(record.getByRole("region", { name: "Accepted" })).toContainText("1 document with an error");
  const digest = createHash("sha256").update(pdf).digest("hex").slice(0, 12);
  await expect(record.getByRole("region", { name: "Accepted" })).toContainText(
    `PDFs opened: person 800061 (${digest})`,
  );
  await expect(record).toContainText(/Record no\. \d{6}/);
  await expect(record).toContainText("Central Mexico time");
  await page.emulateMedia({ media: "print" });
  await expect(record.getByText("Prepared by")).toBeVisible();
  await expect(record.getByText("Authorized by")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await expect(record).toContainText(/[0-9a-f]{64}/);
  await expect(record).toContainText("It is not the service's approval.");
  await expect(record.getByRole("region", { name: /^Findings/ })).toContainText("El RFC no coincide.");
  await expect(record.getByRole("region", { name: "Documents" })).toContainText("Failed");
  const people = record.getByRole("region", { name: "People" });
  await expect(people.getByRole("listitem").filter({ hasText: "Persona 800061" })).toContainText("CURP found");
  await expect(people.getByRole("listitem").filter({ hasText: "Persona 800062" })).toContainText("Wrong format");
  await expect(record).not.toContainText(WENDEL.curp);
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: "print" });
  const pages = Buffer.from(await page.pdf({ format: "A4" }))
    .toString("latin1")
    .match(/\/Type\s*\/Page\b/g);
  expect(pages?.length).toBe(1);
  await page.emulateMedia({ media: "screen" });

  await test.step("and has the same content after the facts have changed", async () => {
    await sandbox.change(id, { kind: "reopened" });
    await page.reload();
    await expect(record.getByRole("region", { name: /^Findings/ })).toContainText("El RFC no coincide.");
    await expect(record).toContainText("Finished");
  });
});
