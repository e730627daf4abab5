import { useQuery } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { Draft } from "#lib/desk/contract/drafts/draft.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import type { ReviewLogEntry, ReviewSince } from "#lib/desk/contract/review/log.ts";
import { expectAccessible, failing, mountPage } from "#tools/test/mounted-page.tsx";
import type { Action } from "./review-actions.ts";
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
} as unknown as FileDetail;
type Decision = NonNullable<FileDetail["review_standing"]>["decision"];
const REASONS = ["no_answer", "documents_altered", "tax_data_mismatch"].map((code) => ({
  ...{ code, for: ["rejected", "closed"], en: code, es: code },
}));
const CHOICES = {
  ...{ catalogue: REASONS, assignees: [], periodic: [], approval: "never", time_zone: "America/Mexico_City" },
  follow_up_on: "2099-01-05",
};

/** The dialog as it was opened over a file, beside the newest answer about the file. */
function Dialog({ action, detail }: { action: Action; detail: FileDetail }) {
  const { data = detail } = useQuery({ ...verificationOptions("ver_1"), initialData: detail });
  const shown = ({ review }: FileDetail) => review ?? REVIEW;
  return (
    <ReviewDialogs
      action={action}
      opened={{ detail, review: shown(detail) }}
      live={{ detail: data, review: shown(data) }}
      file={{ verification_id: "ver_1", name: "EXP-1" }}
      onClosed={() => undefined}
    />
  );
}

const transition = { start: () => {} };

/** The dialog below a count that a transition changes. */
function Updated() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    transition.start = () => startTransition(() => setCount(1));
  }, []);
  return (
    <>
      <output>{count}</output>
      <Dialog action="decide" detail={DETAIL} />
    </>
  );
}

function mounted(
  answers: Record<string, unknown> = {},
  action: Action = "decide",
  detail = DETAIL,
  content = <Dialog action={action} detail={detail} />,
) {
  const app = mountPage(content, {
    role: "compliance",
    answers: {
      ...{ [`GET ${FILE}`]: detail, [`GET ${FILE}/drafts`]: { items: [] } },
      ...{ [`PUT ${FILE}/drafts/decide`]: {}, [`DELETE ${FILE}/drafts/decide`]: {} },
      ...{ [`GET ${FILE}/review/since`]: { version: "2.a", same: true, entries: [], differences: [] } },
      ...{ "GET /api/review/choices": CHOICES, ...answers },
    },
  });
  const changes = () => app.asked.filter(({ method, path }) => method === "PUT" && path === `${FILE}/review`);
  return { ...app, changes };
}

/** Fills a rejection in, and submits it to a server that has another version of the review by now. */
async function rejectTooLate(now: Partial<FileDetail>, since: Partial<ReviewSince>) {
  const newer = { ...DETAIL, ...now };
  const version = newer.review?.version ?? "";
  const app = mounted({
    [`PUT ${FILE}/review`]: () => failing(409, "STALE_REVIEW"),
    [`GET ${FILE}/review/since`]: { version, same: false, entries: [], differences: [], ...since },
  });
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("2");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard("1");
  await expect.element(reason).toHaveValue("no_answer");
  app.answer(`GET ${FILE}`, newer);
  await userEvent.keyboard(SUBMIT);
  await expect.element(notice).toBeVisible();
  expect(app.changes()).toHaveLength(1);
  await expectAccessible();
  return app;
}

const SUBMIT = "{Control>}{Enter}{/Control}";
const dialog = page.getByRole("dialog", { name: "Decide: EXP-1" });
const radio = (name: string) => dialog.getByRole("radio", { name });
const reason = dialog.getByRole("combobox", { name: "Reason" });
const notice = dialog.getByRole("region", { name: "What has changed meanwhile" });
const why = dialog.getByRole("textbox", { name: "Reason for the exception" });
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

it("moves to the required field also if its number is pressed before the effects of an earlier update", async () => {
  mounted({}, "decide", DETAIL, <Updated />);
  await expect.element(radio("Accept")).toHaveFocus();
  // A transition is committed before its effects run; the observer is called in between.
  const observer = new MutationObserver(() => {
    observer.disconnect();
    radio("Accept")
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true, cancelable: true }));
  });
  observer.observe(document.querySelector("output") as Node, { subtree: true, characterData: true });
  transition.start();
  await expect.element(radio("Reject")).toBeChecked();
  await expect.element(reason).toHaveFocus();
});

/** Whether the element, or the line of its text that ends 16 px above its lower edge, is covered by nothing. */
const isUncovered = (element: Element): boolean => {
  const { left, bottom } = element.getBoundingClientRect();
  return document.elementFromPoint(left + 12, bottom - 16) === element;
};

it.each([1440, 360])("shows the focused reason in a window %i px wide at any height", async (width) => {
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(800, 800));
  const message = "El poder otorgado no incluye facultades para actos de administración ni para suscribir títulos.";
  const items = ["1", "2", "3", "4"].map((number) => ({ ...HIGH, message: `${message} ${number}` }));
  const many = { ...DETAIL, findings: { ...DETAIL.findings, items } } as FileDetail;
  mounted({ [`GET ${FILE}`]: many }, "decide", many);
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("1");
  await expect.element(why).toHaveFocus();
  for (let height = 900; height >= 480; height -= 30) {
    radio("Accept").element().focus();
    await page.viewport(width, height);
    await userEvent.keyboard("1");
    await expect.element(why).toHaveFocus();
    expect([height, isUncovered(why.element())]).toEqual([height, true]);
    // The field grows with its text.
    await userEvent.keyboard("{Enter}line".repeat(3));
    expect([height, isUncovered(why.element())]).toEqual([height, true]);
    await userEvent.clear(why);
  }
  for (const part of [dialog.getByRole("heading"), dialog.getByRole("button", { name: "Cancel" })])
    await expect.element(part).toBeInViewport({ ratio: 1 });
});

it("names the exceptions of an acceptance, which needs a reason", async () => {
  const { answer, changes } = mounted();
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("1");
  await expect.element(dialog.getByText(/1 high finding/).first()).toBeVisible();
  await expect.element(why).toHaveFocus();
  await userEvent.keyboard(SUBMIT);
  await expect.element(why).toHaveFocus();
  await expect.element(why).toHaveAccessibleDescription(/Fill in “Reason for the exception”\./);
  await expectAccessible();
  expect(changes()).toEqual([]);
  answer(`PUT ${FILE}/review`, { ...REVIEW, state: "resolved" });
  await userEvent.keyboard(`The original came by mail.${SUBMIT}`);
  await expect
    .poll(() => changes().map(({ body }) => body))
    .toEqual([{ version: "1.a", state: "resolved", resolution: "accepted", reason: "The original came by mail." }]);
});

it("offers the sentences of the policy and of the last acceptance, which can be edited", async () => {
  const accepting = { code: "original_seen", for: ["accepted"], en: "The original was seen", es: "" };
  const decision = { resolution: "accepted", reason: "Vi el acta.", reason_code: null, differences: [] };
  const failed = { item_id: 7, item_type: "ine", item_error: "unreadable", problem: "unreadable" };
  const open = { exceptions: ["failed_item"], people: [] };
  const detail = {
    ...{ ...DETAIL, items: [failed] },
    review_standing: { ...DETAIL.review_standing, open, decision },
  } as unknown as FileDetail;
  const answers = { "GET /api/review/choices": { ...CHOICES, catalogue: [...REASONS, accepting] } };
  const { answer, changes } = mounted(answers, "decide", detail);
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("1");
  await expect.element(why).toHaveFocus();
  await expect.element(dialog.getByRole("button", { name: "As last time" })).toBeVisible();
  await userEvent.keyboard("{Alt>}2{/Alt}");
  await expect.element(why).toHaveValue("ine: The original was seen.");
  await expectAccessible();
  answer(`PUT ${FILE}/review`, { ...REVIEW, state: "resolved" });
  await userEvent.keyboard(` By Luis.${SUBMIT}`);
  await expect
    .poll(() => changes().map(({ body }) => body))
    .toMatchObject([{ reason_code: "original_seen", reason: "ine: The original was seen. By Luis." }]);
});

it("waits with a decision that was sent before its reasons were loaded", async () => {
  const answered = Promise.withResolvers<void>();
  const { changes } = mounted({
    "GET /api/review/choices": () => answered.promise.then(() => CHOICES),
    [`PUT ${FILE}/review`]: { ...REVIEW, state: "resolved" },
  });
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("2");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard(`2${SUBMIT}`);
  await expect.element(dialog.getByRole("button", { name: "Saving…" })).toBeVisible();
  expect(changes()).toEqual([]);
  answered.resolve();
  await expect.poll(() => changes().map(({ body }) => body)).toMatchObject([{ reason_code: "documents_altered" }]);
});

it("removes an error with its cause", async () => {
  mounted();
  await expect.element(radio("Accept")).toHaveFocus();
  await userEvent.keyboard("2");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard(SUBMIT);
  await expect.element(reason).toHaveAttribute("aria-invalid", "true");
  await userEvent.keyboard("1");
  await expect.element(reason).toHaveValue("no_answer");
  await expect.element(reason).not.toHaveAttribute("aria-invalid");
});

it("stands beside the facts where there is room, and keeps Tab inside", async () => {
  await page.viewport(1280, 800);
  onTestFinished(() => page.viewport(800, 800));
  mounted();
  await expect.element(radio("Accept")).toHaveFocus();
  await expect.element(dialog).not.toHaveAttribute("aria-modal");
  expect(document.body.style.pointerEvents).toBe("");
  await userEvent.keyboard("1");
  await expect.element(why).toHaveFocus();
  await userEvent.keyboard("La constancia llegó por correo.");
  await expect.element(why).toHaveValue("La constancia llegó por correo.");
  for (let count = 0; count < 12; count += 1) {
    await userEvent.keyboard("{Tab}");
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await expectAccessible();
  await page.viewport(800, 800);
  await expect.element(dialog).toHaveAttribute("aria-modal", "true");
});

it("restores a draft with its choices, until it is discarded", async () => {
  const restored = draft({ text: "El RFC no coincide.", choice: "rejected", code: "tax_data_mismatch" });
  const { asked } = mounted({ [`GET ${FILE}/drafts`]: { items: [restored] } });
  await expect.element(radio("Reject")).toBeChecked();
  await expect.element(reason).toHaveValue("tax_data_mismatch");
  await expect.element(dialog.getByRole("textbox")).toHaveValue("El RFC no coincide.");
  await expect.element(dialog.getByText(/^Draft from/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect.element(radio("Reject")).not.toBeChecked();
  await expect.element(radio("Accept")).toHaveFocus();
  await expect.poll(() => asked.some(({ method }) => method === "DELETE")).toBe(true);
});

it("lists the facts that have changed before a decision on them is saved, and saves nothing until they are read", async () => {
  const added = { kind: "finding_added", brings_back: true, severity: "high", message: HIGH.message } as const;
  const { answer, changes } = await rejectTooLate({ review: { ...REVIEW, version: "2.a" } }, { differences: [added] });
  await expect.element(notice.getByText(/1 difference in the facts/).first()).toBeVisible();
  await expect.element(notice.getByText(new RegExp(HIGH.message))).toBeVisible();
  await userEvent.keyboard(SUBMIT);
  await expect.element(notice).toHaveFocus();
  expect(changes()).toHaveLength(1);
  await notice.getByRole("button", { name: "I have read it, go on" }).click();
  await expect.element(radio("Reject")).toHaveFocus();
  await expect.element(notice).not.toBeInTheDocument();
  answer(`PUT ${FILE}/review`, { ...REVIEW, state: "resolved" });
  await userEvent.keyboard(SUBMIT);
  await expect
    .poll(() => changes().map(({ body }) => body))
    .toMatchObject([
      { version: "1.a", resolution: "rejected" },
      { version: "2.a", resolution: "rejected" },
    ]);
});

it("does not overwrite the user's own decision in another tab", async () => {
  const decided = { kind: "decided", user: { user_id: "u_1", name: "Ana Ruiz" }, resolution: "accepted" };
  const entry = { ...decided, entry_id: 1, at: new Date().toISOString(), reason: "Vi el original." } as ReviewLogEntry;
  const review = { ...REVIEW, state: "resolved", resolution: "accepted", version: "2.a" } as const;
  const { changes } = await rejectTooLate({ review }, { entries: [entry] });
  await expect.element(notice.getByText(/^You accepted this file/).first()).toBeVisible();
  await expect.element(notice.getByText("“Vi el original.”")).toBeVisible();
  await expect.element(notice.getByText(/^The file no longer takes this step/).first()).toBeVisible();
  await expect.element(radio("Accept")).toBeDisabled();
  expect(notice.getByRole("button").elements()).toEqual([]);
  await userEvent.keyboard(SUBMIT);
  await expect.element(notice).toHaveFocus();
  expect(changes()).toHaveLength(1);
});

it("reopens no decision by a key: the dialog names the decision that it sets aside", async () => {
  const review: Review = { ...REVIEW, state: "resolved", resolution: "accepted" };
  const decision = {
    resolution: "accepted",
    user: { user_id: "u_2", name: "Luis" },
    differences: [],
  } as unknown as Decision;
  const review_standing = { ...DETAIL.review_standing, decision } as FileDetail["review_standing"];
  const detail: FileDetail = { ...DETAIL, review, review_standing };
  const { answer, changes } = mounted({}, "reopen", detail);
  const reopening = page.getByRole("dialog", { name: "Reopen the review" });
  await expect.element(reopening.getByText(/^The decision no longer applies: Accepted, by Luis\./)).toBeVisible();
  await expectAccessible();
  // The focused button cancels, so that Enter changes nothing.
  await expect.element(reopening.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(changes()).toEqual([]);
  answer(`PUT ${FILE}/review`, { ...REVIEW, version: "2.a" });
  await userEvent.keyboard(SUBMIT);
  await expect.poll(() => changes().map(({ body }) => body)).toEqual([{ version: "1.a", state: "open" }]);
});
