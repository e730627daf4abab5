import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AuditRow } from "#lib/contract/audit/audit.ts";
import { Main, makeImpatientClient } from "#test/mounted-list.tsx";
import { MESSAGES, mountPage } from "#test/mounted-page.tsx";
import { AuditView } from "./audit-view.tsx";

const entry = (entry_id: number) =>
  ({
    ...{ entry_id, at: "2026-01-02T18:00:00.000000Z", began_at: null, action: "views.ordered", outcome: "done" },
    ...{ user: null, token: null, address: null, user_agent: null, error_code: null, ids: {}, account: null },
    ...{ files: [], people: [], before: null, after: null },
  }) as unknown as AuditRow;

test("keys move between the entries, from the search and back", async () => {
  await page.viewport(1280, 800);
  const items = [entry(2), entry(1)];
  mountPage(
    <Main>
      <AuditView />
    </Main>,
    {
      ...{ address: "/audit", client: makeImpatientClient() },
      answers: { "GET /api/audit": { items, next_cursor: null, total: 2 }, "GET /api/audit/users": { items: [] } },
    },
  );
  const entries = () => [...document.querySelectorAll("[data-entry]")];
  await expect.poll(() => entries().length).toBe(2);
  const field = page.getByRole("textbox", { name: MESSAGES.en.audit.search.label });
  await userEvent.keyboard("/");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement).toBe(entries()[0]);
  await userEvent.keyboard("j");
  await expect.poll(() => document.activeElement).toBe(entries()[1]);
  await userEvent.keyboard("k{ArrowUp}");
  await expect.element(field).toHaveFocus();
});
