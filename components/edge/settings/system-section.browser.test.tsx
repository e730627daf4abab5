import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Backup, SystemState } from "#lib/core/contract/status.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { systemStatus } from "#tools/test/system-status.ts";
import { SystemSection } from "./system-section.tsx";

const { system: t } = MESSAGES.en;

const AT = "2026-11-20T12:00:00.000000Z";

const backupOf = (id: number, ended_at: string | null, error: string | null = null): Backup => ({
  ...{ id, began_at: AT, ended_at, error, scheduled: true, version: "0.6.0", host: "h" },
  ...{ file: `cotejo-${id}.zip`, bytes: 1_000, rows: 10 },
});

const STATE: SystemState = {
  ...systemStatus(),
  backup: { state: "ok", every_hours: 24, last_succeeded_at: AT, last_failed_at: null },
  backups: [backupOf(1, AT)],
  ...{ erasure_log: "kept", logs_protected: true, last_restore: null },
};

type AnsweredProps = { state: SystemState; hold: (answer: (next: SystemState) => void) => void };

function Answered({ state, hold }: AnsweredProps) {
  const [system, setSystem] = useState(state);
  hold(setSystem);
  return <SystemSection system={system} />;
}

/** The page, and a function that changes the backups as the server's next answer does. */
function shown(state: SystemState, role: Role = "admin") {
  let answer: (next: SystemState) => void = () => undefined;
  const hold = (next: typeof answer) => {
    answer = next;
  };
  const answers = { "POST /api/settings/backups": null, "GET /api/status": systemStatus() };
  const { asked } = mountPage(<Answered state={state} hold={hold} />, { role, answers });
  return { asked, answer: (backups: Backup[]) => answer({ ...state, backups }) };
}

const button = () => page.getByRole("button", { name: t.now.button });
const said = (text: string) => page.getByRole("status").filter({ hasText: text });

it("requests a backup once, and says when it is asked for, complete or failed", async () => {
  const { asked, answer } = shown(STATE);
  await button().click();
  await expect.element(said(t.now.asked)).toBeVisible();
  await expect.element(button()).toHaveAttribute("aria-disabled", "true");
  await button().click({ force: true });
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  answer([backupOf(2, null), backupOf(1, AT)]);
  await expect.element(said(t.now.asked)).toBeVisible();
  answer([backupOf(2, AT), backupOf(1, AT)]);
  await expect.element(said(t.now.done)).toBeVisible();
  await button().click();
  await expect.element(said(t.now.asked)).toBeVisible();
  answer([backupOf(3, AT, "ENOSPC"), backupOf(2, AT)]);
  await expect.element(said(t.now.failed)).toBeVisible();
});

it("says that no restore is recorded, and offers a backup to nobody who may not request one", async () => {
  shown({ ...STATE, backups: [] }, "auditor");
  await expect.element(page.getByText(t.backups.restoreNever)).toBeVisible();
  await expect.element(page.getByRole("code")).toHaveTextContent("npm run restore -- FILE");
  await expect.element(button()).not.toBeInTheDocument();
});
