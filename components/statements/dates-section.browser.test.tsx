import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";
import { type Asked, expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { DatesSection } from "./dates-section.tsx";

const { dates: words } = MESSAGES.en;
const FILE = "/api/verifications/ver_1";
type Dated = FileDates["document_dates"][number];

const dated = (document_kind: string, more: Partial<Dated> = {}): Dated => ({
  ...{ document_kind, name: { en: document_kind, es: document_kind }, per: "file", people_id: null, item_id: null },
  ...{ issued_on: null, expires_on: null, no_expiry: false, seen_on: null, issued_by: null, newer_item: null },
  ...{ statement: null, state: "unknown", max_age_months: 3, counts: "decision" },
  ...more,
});

const detail = (more: Partial<FileDates> = {}): FileDetail =>
  ({
    verification: { verification_id: "ver_1", tag: "EXP-1", title: null, status: "finished" },
    items: [{ item_id: 7, item_type: "csf_mx" }],
    review_standing: { open: { exceptions: [], people: [] } },
    ...{ document_dates: [dated("Proof"), dated("Deed")], relation: null, check_months: 12 },
    ...more,
  }) as unknown as FileDetail;

function mounted(shown: FileDetail) {
  const app = mountPage(<DatesSection verificationId="ver_1" />, { answers: { [`GET ${FILE}`]: shown } });
  app.client.setQueryData(verificationOptions("ver_1").queryKey, shown);
  return app;
}

const sent = (asked: readonly Asked[]) => asked.filter(({ method }) => method === "POST").map(({ body }) => body);

const dialog = page.getByRole("dialog");
const form = (name: string) => dialog.getByRole("form", { name });

it("is absent without a rule of the policy", async () => {
  mounted(detail({ document_dates: [], check_months: null }));
  await expect.element(page.getByRole("region", { name: words.title })).not.toBeInTheDocument();
});

it("says that a date is not known, and never that it is in order", async () => {
  mounted(detail());
  await expect.element(page.getByText(words.state.unknown).first()).toBeVisible();
  await expect.element(page.getByText(words.state.valid)).not.toBeInTheDocument();
  await expectAccessible();
});

it("saves a document by Enter and goes to the next one", async () => {
  const { answer, asked } = mounted(detail());
  answer(`POST ${FILE}/statements`, { statement_id: 1 });
  await userEvent.keyboard("d");
  await expect.element(form("Proof").getByLabelText(words.form.issued)).toHaveFocus();
  await form("Proof").getByLabelText(words.form.issued).fill("2026-10-12");
  await userEvent.keyboard("{Enter}");
  await expect.element(form("Deed").getByLabelText(words.form.issued)).toHaveFocus();
  expect(sent(asked)).toMatchObject([
    { kind: "document_dates", document_kind: "Proof", issued_on: "2026-10-12", replaces: null },
  ]);
});

it("keeps what was typed over another officer's dates until it is sent again", async () => {
  const { answer, asked } = mounted(detail());
  const newer = {
    statement_id: 9,
    kind: "document_dates",
    document_kind: "Proof",
    issued_on: "2026-11-01",
    user_name: "María",
  };
  answer(`POST ${FILE}/statements`, () => failing(409, "STALE_STATEMENT", { statement: newer }));
  await userEvent.keyboard("d");
  await form("Proof").getByLabelText(words.form.issued).fill("2026-10-12");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert").getByText(/^María/)).toBeVisible();
  await dialog.getByRole("button", { name: words.form.replace }).click();
  answer(`POST ${FILE}/statements`, { statement_id: 10 });
  await form("Proof").getByRole("button", { name: words.form.save }).click();
  await expect.element(form("Deed").getByLabelText(words.form.issued)).toHaveFocus();
  expect(sent(asked).at(-1)).toMatchObject({ issued_on: "2026-10-12", replaces: 9 });
});

const replaced = dated("Proof", {
  ...{ item_id: 7, issued_on: "2026-08-01", newer_item: 9 },
  statement: { statement_id: 4, stated_at: "2026-08-02T18:00:00.000000Z", user_name: "Ana", source: null },
});

it("refuses a day that is not possible beside its field, and keeps the rest", async () => {
  const { asked } = mounted(detail());
  await userEvent.keyboard("d");
  await form("Proof").getByLabelText(words.form.issued).fill("2026-10-12");
  await form("Proof").getByLabelText(words.form.expires).fill("2026-10-11");
  await userEvent.keyboard("{Enter}");
  await expect.element(form("Proof").getByLabelText(words.form.expires)).toHaveFocus();
  await expect.element(form("Proof").getByText(/October 12, 2026/)).toBeVisible();
  await form("Proof").getByLabelText(words.form.issued).fill("2999-01-01");
  await userEvent.keyboard("{Enter}");
  await expect.element(form("Proof").getByLabelText(words.form.issued)).toHaveFocus();
  await expect.element(form("Proof").getByLabelText(words.form.expires)).toHaveValue("2026-10-11");
  expect(sent(asked)).toEqual([]);
});

it("refuses a newer item with the dates as they are", async () => {
  const { answer, asked } = mounted(detail({ document_dates: [replaced] }));
  answer(`POST ${FILE}/statements`, { statement_id: 5 });
  await page.getByRole("button", { name: words.replacesNot }).click();
  await expect
    .poll(() => sent(asked))
    .toMatchObject([
      { document_kind: "Proof", item_id: 7, issued_on: "2026-08-01", not_replaced_by: [9], replaces: 4 },
    ]);
});

it("asks for the dates of a newer item, and assumes none", async () => {
  const { answer, asked } = mounted(detail({ document_dates: [dated("Deed"), replaced] }));
  answer(`POST ${FILE}/statements`, { statement_id: 5 });
  await page.getByRole("button", { name: words.replaces }).click();
  const issued = form("Proof").getByLabelText(words.form.issued);
  await expect.element(issued).toHaveFocus();
  await expect.element(issued).toHaveValue("");
  await issued.fill("2026-11-01");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent(asked)).toMatchObject([{ item_id: 9, issued_on: "2026-11-01", replaces: 4 }]);
  expect(sent(asked)[0]).not.toHaveProperty("not_replaced_by");
});

it("binds the dates to an item by its number", async () => {
  const { answer, asked } = mounted(detail());
  answer(`POST ${FILE}/statements`, { statement_id: 1 });
  await userEvent.keyboard("d");
  await expect.element(form("Proof").getByLabelText(words.form.issued)).toHaveFocus();
  await userEvent.keyboard("{Alt>}1{/Alt}{Enter}");
  await expect.poll(() => sent(asked)).toMatchObject([{ document_kind: "Proof", item_id: 7 }]);
});

it("shows every statement with its author, also those that were withdrawn", async () => {
  const { answer } = mounted(detail());
  const stated_at = "2026-08-02T18:00:00.000000Z";
  answer(`GET ${FILE}/statements`, {
    items: [
      {
        ...{ statement_id: 2, stated_at, user_id: "u1", user_name: "Ana", source: "dates.xlsx, 3" },
        ...{ kind: "document_dates", document_kind: "Proof", issued_on: "2026-08-01" },
        withdrawn: { at: stated_at, user_name: "Ben" },
      },
      {
        ...{ statement_id: 1, stated_at, user_id: null, user_name: null, source: "system: CRM" },
        ...{ kind: "relation", since: "2020-01-01", until: null, withdrawn: null },
      },
    ],
  });
  await page.getByText(words.history.title).click();
  await expect.element(page.getByText(/^Proof: issued .* · Ana \(dates.xlsx, 3\)$/)).toBeVisible();
  await expect.element(page.getByText(/withdrawn by Ben$/)).toBeVisible();
  await expect.element(page.getByText(/^Business relationship: .* · system: CRM$/)).toBeVisible();
  await expectAccessible();
});
