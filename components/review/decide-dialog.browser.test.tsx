import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Draft } from "#lib/contract/drafts/draft.ts";
import type { Review } from "#lib/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { expectAccessible, mountPage } from "#test/mounted-page.tsx";
import { ReviewDialogs } from "./review-dialogs.tsx";

const FILE = "/api/verifications/ver_1";
const REVIEW = { state: "open", reasons: ["decision"], version: "1.a" } as unknown as Review;
const HIGH = { severity: "high", message: "El RFC no coincide.", missing_field: null };
const DETAIL = {
  verification: { verification_id: "ver_1", tag: "EXP-1", status: "finished", documents_status: "full_upload" },
  findings: { items: [HIGH], run_id: "one", source: "final" },
  review: REVIEW,
  review_standing: {
    open: { exceptions: ["high_finding"], people: [] },
    returned: null,
    decision: null,
    by_two: false,
  },
  ...{ items: [], labels: [], other_fields: {} },
} as unknown as VerificationDetail;
const REASONS = ["no_answer", "documents_altered", "tax_data_mismatch"].map((code) => ({
  ...{ code, for: ["rejected", "closed"], en: code, es: code },
}));
const CHOICES = {
  ...{ catalogue: REASONS, assignees: [], periodic: [], approval: "never", time_zone: "America/Mexico_City" },
  follow_up_on: "2099-01-05",
};

const mounted = (answers: Record<string, unknown> = {}) => {
  const shown = { detail: DETAIL, review: REVIEW };
  const file = { verification_id: "ver_1", name: "EXP-1" };
  return mountPage(
    <ReviewDialogs action="decide" opened={shown} live={shown} file={file} onClosed={() => undefined} />,
    {
      role: "compliance",
      answers: { "GET /api/review/choices": CHOICES, [`GET ${FILE}/drafts`]: { items: [] }, ...answers },
    },
  );
};

const dialog = page.getByRole("dialog", { name: "Decide: EXP-1" });
const radio = (name: string) => dialog.getByRole("radio", { name });
const reason = dialog.getByRole("combobox", { name: "Reason" });
const draft = (more: Partial<Draft>): Draft => ({
  ...{ kind: "decide", text: "", choice: null, code: null, saved_at: "2026-11-20T12:00:00Z", ...more },
});

it("keeps a reason that was chosen by its number before the reasons and the drafts arrive", async () => {
  const answered = Promise.withResolvers<void>();
  const late = (body: unknown) => () => answered.promise.then(() => body);
  mounted({ "GET /api/review/choices": late(CHOICES), [`GET ${FILE}/drafts`]: late({ items: [] }) });
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("2");
  await expect.element(radio("Reject")).toBeChecked();
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("2");
  answered.resolve();
  await expect.element(reason).toHaveValue("documents_altered");
});

it("names the exceptions of an acceptance, which needs a reason", async () => {
  const { answer, asked } = mounted();
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("1");
  await expect.element(dialog.getByText(/1 high finding/).first()).toBeVisible();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const why = dialog.getByRole("textbox", { name: "Reason for the exception" });
  await expect.element(why).toHaveFocus();
  await expect.element(why).toHaveAccessibleDescription(/Fill this in\./);
  await expectAccessible();
  const changes = () => asked.filter(({ method, path }) => method === "PUT" && path === `${FILE}/review`);
  expect(changes()).toEqual([]);
  answer(`PUT ${FILE}/drafts/decide`, {});
  answer(`DELETE ${FILE}/drafts/decide`, {});
  answer(`PUT ${FILE}/review`, { ...REVIEW, state: "resolved" });
  answer(`GET ${FILE}`, DETAIL);
  await userEvent.keyboard("The original came by mail.{Control>}{Enter}{/Control}");
  await expect
    .poll(() => changes().map(({ body }) => body))
    .toEqual([{ version: "1.a", state: "resolved", resolution: "accepted", reason: "The original came by mail." }]);
});

it("restores a draft with its choices, until it is discarded", async () => {
  const restored = draft({ text: "El RFC no coincide.", choice: "rejected", code: "tax_data_mismatch" });
  const { answer, asked } = mounted({ [`GET ${FILE}/drafts`]: { items: [restored] } });
  await expect.element(radio("Reject")).toBeChecked();
  await expect.element(reason).toHaveValue("tax_data_mismatch");
  await expect.element(dialog.getByRole("textbox")).toHaveValue("El RFC no coincide.");
  await expect.element(dialog.getByText(/^Draft from/)).toBeVisible();
  await expectAccessible();
  answer(`DELETE ${FILE}/drafts/decide`, {});
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect.element(radio("Reject")).not.toBeChecked();
  await expect.element(radio("Accept")).toHaveFocus();
  await expect.poll(() => asked.some(({ method }) => method === "DELETE")).toBe(true);
});
