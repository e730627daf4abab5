import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const { policies } = MESSAGES.en;

test("an administrator sees the policies in force and where each is set, and nobody else has the page", async ({
  page,
  signInAs,
  apiAs,
}) => {
  await signInAs("admin");
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  const retention = page.getByRole("region", { name: policies.group.retention });
  await expect(retention).toContainText(/Audit trail.*1,095 days · default\s*RETENTION_AUDIT_DAYS/);
  const signIn = page.getByRole("region", { name: policies.group.signIn });
  await expect(signIn).toContainText("SESSION_IDLE_MINUTES");
  await expect(signIn).toContainText(/Second factor required for.*Nobody.*SECOND_FACTOR_REQUIRED_FOR/);
  await expect(signIn.getByRole("link", { name: "Set on the Users page" })).toHaveAttribute("href", "/users");
  await expectAccessibleAtBothWidths(page);
  for (const role of ["compliance", "support"] as const) {
    expect((await (await apiAs(role)).get("/settings")).status(), role).toBe(404);
  }
});
