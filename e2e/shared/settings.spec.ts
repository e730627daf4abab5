import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const { policies, settings, shell, system } = MESSAGES.en;

test("an administrator sees the processes with their versions, that no backups are scheduled, and the policies in force with their sources, which nobody else has", async ({
  page,
  signInAs,
  apiAs,
}) => {
  const support = await apiAs("support");
  const { version, instances, backup } = await support.get("/api/status").then((answer) => answer.json());
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev(\+[0-9a-f]{8})?)?$/);
  expect(instances.map(({ process }: { process: string }) => process)).toEqual(["dashboard", "receiver", "worker"]);
  expect(backup).toEqual({ state: "off", every_hours: null, last_succeeded_at: null, last_failed_at: null });

  await signInAs("admin");
  // On a slow connection the links of the navigation are pressed before they are prefetched.
  await page.route("**/settings?_rsc=*", async (route) => {
    if (!route.request().headers()["next-router-prefetch"]) await route.continue();
  });
  // The former page, since mails that were sent link to it.
  await page.goto("/settings#system");
  await expect(page).toHaveURL("/settings/system");
  const running = shell.version.replace("{version}", version);
  await expect(page.getByRole("complementary", { name: shell.sidebar })).toContainText(running);
  const processes = page.getByRole("region", { name: system.processes.title });
  await expect(processes).toContainText(running);
  await expect(processes.getByRole("listitem")).toHaveText([
    new RegExp(`^${system.processes.name.dashboard} .*${version}`),
    new RegExp(`^${system.processes.name.receiver} .*${version}`),
    new RegExp(`^${system.processes.name.worker} .*${version}`),
  ]);
  await expect(processes.getByText(system.processes.upgrading)).toHaveCount(0);
  const backups = page.getByRole("region", { name: system.backups.title, exact: true });
  await expect(backups).toContainText(system.backups.state.off);
  await expect(backups.getByRole("region", { name: system.backups.command })).toHaveText("npm run backup -- FILE");
  const erasures = page.getByRole("region", { name: system.erasures.title });
  await expect(erasures).toContainText(system.erasures.means.off);
  const logs = page.getByRole("region", { name: system.logs.title });
  await expect(logs).toContainText(system.logs.state.protected);
  await expect(page.getByRole("region", { name: system.restore.title })).toHaveCount(0);

  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: settings.title, level: 1 })).toBeVisible();
  await page.getByRole("navigation", { name: settings.label }).getByRole("link", { name: policies.title }).click();
  await expect(page.getByRole("heading", { name: policies.title, level: 1 })).toBeVisible();
  const retention = page.getByRole("region", { name: policies.group.retention, exact: true });
  await expect(retention).toContainText(
    /Audit trail.*3,653 days · default\s*Accepted and rejected files: as their profile says\s*RETENTION_AUDIT_DAYS/,
  );
  const signIn = page.getByRole("region", { name: policies.group.signIn });
  await expect(signIn).toContainText("SESSION_IDLE_MINUTES");
  await expect(signIn).toContainText(/Second factor required for.*Nobody.*SECOND_FACTOR_REQUIRED_FOR/);
  await expect(signIn.getByRole("link", { name: "Set on the Users page" })).toHaveAttribute("href", "/users");
  await expectAccessibleAtBothWidths(page);
  for (const others of [await apiAs("compliance"), support]) {
    expect((await others.get("/settings/policies")).status()).toBe(404);
  }
});
