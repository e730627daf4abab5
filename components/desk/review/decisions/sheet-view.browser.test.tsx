import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SampledDecision, SampleSheet } from "#lib/desk/contract/review/sample.ts";
import { Main } from "#tools/test/mounted-list.tsx";
import { type Answer, expectAccessible, failing, mountPage } from "#tools/test/mounted-page.tsx";
import { SheetView } from "./sheet-view.tsx";

const SAMPLE_ID = "00000000-0000-4000-8000-000000000009";
const AT = "2026-02-01T18:00:00.000000Z";

const decision = (entry_id: number, title: string, changes: Partial<SampledDecision> = {}): SampledDecision => ({
  ...{ entry_id, at: `2026-01-0${entry_id}T18:00:00.000000Z`, kind: "decided", state: "resolved" },
  ...{ resolution: "accepted", reason_code: null, reason: null, review_on: null, policy_version: 1 },
  ...{ verification_id: `ver_${entry_id}`, user_id: null, user_name: "Ana", tag: `EXP-${entry_id}`, title },
  ...{ reason_name: null, digest: "", pdfs: null, exceptions: [], basis: null, undone: false, proposed_by: null },
  ...{ proposal_reason: null, answer: null, answered_at: null, answered_by: null, answer_reason: null, together: null },
  ...{ result: null, note: null, reviewed_at: null, reviewed_by: null, own: false },
  ...changes,
});

const sheetOf = (items: SampledDecision[], changes: Partial<SampleSheet> = {}): SampleSheet => {
  const counted = (result: string) => items.filter((item) => item.result === result).length;
  return {
    ...{ sample_id: SAMPLE_ID, drawn_at: AT, drawn_by_name: "Eva", seed: "abril", digest: "a".repeat(64) },
    ...{ size: items.length, population: 40, kept: items.length, items, signed: null },
    results: {
      confirmed: counted("confirmed"),
      objected: counted("objected"),
      undetermined: counted("undetermined"),
    },
    source: {
      ...{ from: "2026-01-01", to: "2026-01-31", time_zone: "America/Mexico_City" },
      ...{ exception: null, user: null, user_name: null, resolution: null, together: null },
    },
    ...changes,
  };
};

async function mountSheet(items: SampledDecision[], answers: Record<string, Answer> = {}, changes = {}) {
  await page.viewport(1440, 900);
  const sheet = { current: sheetOf(items, changes) };
  const mounted = await mountPage(
    <Main>
      <SheetView sampleId={SAMPLE_ID} />
    </Main>,
    {
      role: "auditor",
      address: `/decisions/samples/${SAMPLE_ID}`,
      answers: { [`GET /api/review/samples/${SAMPLE_ID}`]: () => sheet.current, ...answers },
    },
  );
  await expect.element(page.getByRole("heading", { level: 1, name: /^Sample of/ })).toBeVisible();
  return { ...mounted, sheet };
}

const form = (file: string) => page.getByRole("form", { name: `Result of the decision on ${file}` });
const PUT = (entry_id: number) => `PUT /api/review/samples/${SAMPLE_ID}/results/${entry_id}`;

test("the next decision without a result is open, and saving opens the one after it with the focus", async () => {
  const items = [
    decision(1, "Textiles Oro", { result: "confirmed", reviewed_at: AT, reviewed_by: "Eva" }),
    decision(2, "Aceros MX"),
    decision(3, "Maderas del Sur"),
  ];
  const { sheet, asked } = await mountSheet(items, {
    [PUT(2)]: () => {
      items[1] = decision(2, "Aceros MX", { result: "confirmed", reviewed_at: AT, reviewed_by: "Eva" });
      sheet.current = sheetOf(items);
      return {};
    },
  });
  await expect.element(page.getByText("1 of 3 reviewed (33%)")).toBeVisible();
  await expect.element(form("Aceros MX")).toBeVisible();
  await expectAccessible();
  await form("Aceros MX").getByRole("radio", { name: "Confirmed" }).click();
  await form("Aceros MX").getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("2 of 3 reviewed (67%)")).toBeVisible();
  await expect.element(form("Maderas del Sur").getByRole("radio", { name: "Confirmed" })).toHaveFocus();
  await form("Maderas del Sur").getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("button", { name: "Enter the result… Maderas del Sur" })).toHaveFocus();
  expect(asked.find(({ method }) => method === "PUT")?.body).toEqual({
    result: "confirmed",
    note: "",
    replaces: null,
  });
});

test("an objection needs a note, and a colleague's result is shown beside what was typed", async () => {
  const items = [decision(1, "Textiles Oro")];
  const { sheet } = await mountSheet(items, {
    [PUT(1)]: () => {
      sheet.current = sheetOf([
        decision(1, "Textiles Oro", { result: "confirmed", reviewed_at: AT, reviewed_by: "Luz" }),
      ]);
      return failing(409, "CONFLICT");
    },
  });
  await form("Textiles Oro").getByRole("radio", { name: "Objection" }).click();
  await form("Textiles Oro").getByRole("button", { name: "Save" }).click();
  const note = form("Textiles Oro").getByRole("textbox", { name: "Note" });
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard("Falta el poder.");
  await form("Textiles Oro").getByRole("button", { name: "Save" }).click();
  await expect.element(form("Textiles Oro").getByText(/^The worksheet has changed meanwhile/)).toBeVisible();
  await expect.element(form("Textiles Oro").getByText(/^Luz · /)).toBeVisible();
  await expect.element(note).toHaveValue("Falta el poder.");
});

test("a decision of one's own takes no result, and a worksheet without results no signature", async () => {
  await mountSheet([decision(1, "Textiles Oro", { own: true })]);
  await expect.element(page.getByText(/^You made or proposed this decision/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sign…" })).not.toBeInTheDocument();
});

test("a signed worksheet takes no result, and states what can no longer be shown", async () => {
  const signed = { at: AT, by_name: "Eva", digest: "b".repeat(64) };
  await mountSheet(
    [decision(1, "Aceros MX", { result: "objected", note: "Falta el poder.", reviewed_at: AT, reviewed_by: "Eva" })],
    {},
    { signed, size: 2 },
  );
  await expect.element(page.getByText(/^Signed by Eva/)).toBeVisible();
  await expect.element(page.getByText(/^1 decision of the sample can no longer be shown/)).toBeVisible();
  await expect.element(page.getByText(/^The worksheet is not as it was signed/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^(Enter the result|Change)…/ })).not.toBeInTheDocument();
  await expectAccessible();
});
