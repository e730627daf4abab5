import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { missed, searched } from "#e2e/support/people.ts";

const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}\\s*\\d*$`) });
const MAX_ELEMENTS = 1_500;

const each = <T>(count: number, of: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const TYPES = ["csf_mx", "ac_mx", "aa_mx", "pw_mx", "person_id"];

test("a file with hundreds of findings, documents and people is grouped by kind and cause, and opened on demand", async ({
  page,
  play,
  change,
  signInAs,
}) => {
  test.slow();
  const { id } = await play("pending-upload");
  const item = (n: number) => ({ item_id: 700_000 + n, item_type: TYPES[n % TYPES.length], internal_status: "done" });
  await change(
    id,
    ...each(240, (n) => ({ kind: "item_status", ...item(n), ...(n % 2 && { item_error: "password_protected_pdf" }) })),
    ...each(240, (n) => ({ kind: "item_completed", item_id: 700_000 + n })),
  );
  await change(
    id,
    ...each(220, (n) =>
      searched(800_000 + n, missed("No."), { people_error: n % 2 ? "curp_format_error" : "curp_scrapper_error" }),
    ),
    ...["one", "two"].map((run_id) => ({
      kind: "findings",
      run_id,
      findings: each(200, (n) => ({
        severity: n % 2 ? "high" : "medium",
        message: `Hallazgo ${run_id} ${n}.`,
        ...(n % 3 && { missing_field: `Campo ${n % 3}` }),
      })),
    })),
  );
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await expect(section(page, "People")).toContainText("220");
  await expect(section(page, "Activity").getByRole("listitem").first()).toBeVisible();
  expect(await page.locator("*").count()).toBeLessThanOrEqual(MAX_ELEMENTS);

  const findings = section(page, "Findings");
  await findings.getByText("Missing: Campo 1 34").click();
  await expect(findings.getByText("Hallazgo two 1.", { exact: true })).toBeVisible();
  const documents = section(page, "Documents");
  await expect(documents.getByRole("listitem")).toHaveCount(0);
  await documents.getByText("Tax status certificate · The PDF is protected by a password. 24").click();
  await expect(documents.getByRole("listitem").filter({ hasText: "Failed" })).toHaveCount(24);
  const people = section(page, "People");
  await expect(people.getByRole("listitem")).toHaveCount(0);
  await people.getByText("curp_format_error 110").click();
  await expect(people.getByRole("listitem")).toHaveCount(110);
  await expectAccessibleAtBothWidths(page);

  await test.step("a link opens the group of its entry", async () => {
    await page.goto("/account");
    await page.goto(`/verifications/${id}#item-700002`);
    await expect(page.locator("#item-700002")).toBeFocused();
    await expect(page.locator("#item-700002")).toBeInViewport();
  });
});
