import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { AuditView } from "./audit-view.tsx";

const { audit: words, list } = MESSAGES.en;
const SUPPORT = { id: "00000000-0000-4000-8000-000000000002", email: "support@example.mx", name: null };

const row = (entry_id: number, more: Partial<AuditRow> = {}): AuditRow => ({
  ...{ entry_id, at: "2026-11-20T12:00:00Z", began_at: null, action: "webhook.changed", user: SUPPORT, token: null },
  ...{ address: "127.0.0.1", user_agent: null, ids: { webhook_id: "wh_1" }, account: null, files: [], people: [] },
  ...{ before: null, after: null, outcome: "done", error_code: null, ...more },
});
const CHANGED = row(1, {
  before: { url: "https://hooks.example.mx/old", events: ["verification.v2.created"] },
  after: { url: "https://hooks.example.mx/new", events: ["verification.v2.finished"] },
});
const trailOf = (...items: AuditRow[]) => ({ items, next_cursor: null, more_matches: false, unresolved: null });

const mounted = (answers: Record<string, unknown> = {}, address = "/audit") =>
  mountPage(<AuditView />, {
    address,
    answers: {
      "GET /api/audit": trailOf(CHANGED, row(2, { outcome: "refused", error_code: "FORBIDDEN" })),
      "GET /api/audit/users": { items: [SUPPORT], tokens: [] },
      ...answers,
    },
  });

const button = (name: string) => page.getByRole("button", { name });
const entries = () => document.querySelectorAll("[data-entry]");

it("shows the values before and after a change, with a link to its object", async () => {
  mounted();
  const entry = page.getByRole("listitem").filter({ hasText: words.action.webhook.changed }).first();
  await expect.element(entry.getByText("support@example.mx")).toBeVisible();
  const texts = (name: string) => [...entry.element().querySelectorAll(name)].map(({ textContent }) => textContent);
  expect(texts("del")).toEqual(["https://hooks.example.mx/old", "verification.v2.created"]);
  expect(texts("ins")).toEqual(["https://hooks.example.mx/new", "verification.v2.finished"]);
  await expect.element(entry.getByRole("link")).toHaveAttribute("href", "/webhooks/wh_1");
  await expectAccessible();
});

it("narrows the trail by the keyboard, and removes each filter by its chip", async () => {
  const { asked } = mounted();
  await expect.poll(() => entries().length).toBe(2);
  (button(words.filters.action).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const first = page.getByRole("checkbox").first();
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.poll(() => window.location.search).toMatch(/^\?family=/);
  await page.getByRole("textbox", { name: "Single actions: search" }).fill("curp pdf");
  await page.getByRole("checkbox", { name: words.action.curp_pdf.opened }).click();
  await expect.poll(() => window.location.search).toMatch(/&action=curp_pdf\.opened$/);
  await userEvent.keyboard("{Escape}");
  await button(words.filters.outcome).click();
  await page.getByRole("checkbox", { name: words.outcome.refused }).click();
  await userEvent.keyboard("{Escape}");
  const chip = button(`Remove ${words.filters.outcome}: ${words.outcome.refused}`);
  await expect.element(chip).toBeVisible();
  await expect.poll(() => asked.at(-1)?.query.get("outcome")).toBe("refused");
  await expectAccessible();
  await chip.click();
  await expect.poll(() => window.location.search).not.toContain("outcome");
  await button(list.chips.clearAll).click();
  await expect.poll(() => window.location.search).toBe("");
  await expect.element(page.getByRole("textbox", { name: words.search.label })).toHaveFocus();
});

it("filters by a person, whose email gets into no address, and says what is no IP address", async () => {
  mounted();
  await button(words.filters.who).click();
  await page.getByRole("checkbox", { name: SUPPORT.email }).click();
  await page.getByRole("textbox", { name: words.filters.address }).fill("127.0.0.300");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText(words.filters.addressWrong)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(button(`Remove ${words.filters.user}: ${SUPPORT.email}`)).toBeVisible();
  expect(window.location.search).toBe(`?user=${SUPPORT.id}`);
});

it("sends a name in a body, keeps it out of the address, and then exports nothing", async () => {
  const { answer, asked } = mounted();
  answer("POST /api/searches/audit", trailOf(row(3)));
  await page.getByRole("textbox", { name: words.search.label }).fill("ramírez");
  await expect.poll(() => asked.findLast(({ method }) => method === "POST")?.body).toMatchObject({ q: "ramírez" });
  await expect.element(button(words.export)).toHaveAttribute("aria-disabled", "true");
  expect(window.location.search).toBe("");
  // The text would stay for the next list.
  await button(list.chips.clearAll).click();
  await expect.element(button(words.export)).not.toBeInTheDocument();
});

it("says that the trail could not be loaded, and loads it again", async () => {
  const { answer } = mounted({ "GET /api/audit": () => failing(400, "other") }, "/audit?outcome=failed");
  await expect.element(page.getByText(words.page.failed.title)).toBeVisible();
  await expectAccessible();
  answer("GET /api/audit", trailOf());
  await button(MESSAGES.en.shell.failed.retry).click();
  await expect.element(page.getByText(words.page.nothing.title)).toBeVisible();
});

it("moves between the entries by keys, from the search and back", async () => {
  mounted();
  await expect.poll(() => entries().length).toBe(2);
  const field = page.getByRole("textbox", { name: words.search.label });
  await userEvent.keyboard("/");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement).toBe(entries()[0]);
  await userEvent.keyboard("j");
  await expect.poll(() => document.activeElement).toBe(entries()[1]);
  await userEvent.keyboard("k{ArrowUp}");
  await expect.element(field).toHaveFocus();
});
