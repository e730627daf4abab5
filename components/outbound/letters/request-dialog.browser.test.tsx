import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LiveRegion } from "#components/kit/announced.tsx";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import reviewActions from "#messages/en/desk/review-actions.json" with { type: "json" };
import reviewFile from "#messages/en/desk/review-file.json" with { type: "json" };
import verification from "#messages/en/desk/verification.json" with { type: "json" };
import shell from "#messages/en/kit/shell.json" with { type: "json" };
import letters from "#messages/en/outbound/letters.json" with { type: "json" };
import request from "#messages/en/outbound/request.json" with { type: "json" };
import { mount } from "#tools/test/mounted.tsx";
import { RequestDialog } from "./request-dialog.tsx";

const ID = "ver_1";
const FILE = `/api/verifications/${ID}`;
const DETAIL = {
  verification: {
    verification_id: ID,
    tag: "EXP-1",
    title: null,
    documents_status: "partial_upload",
    status: "pending",
  },
  review: { state: "open", reasons: ["stalled_customer"], version: "1.a" },
  ...{ review_standing: null, findings: null, items: [], labels: [], other_fields: {} },
} as unknown as FileDetail;
const ANA = { id: "ana", name: "Ana", email: "ana@example.mx", role: "compliance" } as const;

/** Opens the dialog of a file, with answers of the dashboard's own API; returns the requests that change something. */
function opened({ reply_to }: { reply_to: string | null }, letter = "Hello,\n\n{points}"): string[] {
  const answers: Record<string, unknown> = {
    [FILE]: DETAIL,
    [`${FILE}/people`]: { full_list: [] },
    [`${FILE}/letters`]: { items: [], reply_to },
    [`${FILE}/drafts`]: { items: [] },
    "/api/review/choices": {
      ...{ catalogue: [], assignees: [], periodic: {}, approval: "never", time_zone: "America/Mexico_City" },
      ...{
        templates: { en: letter, es: "Hola:\n\n{points}" },
        letters: [],
        letter: { language: "en" },
        follow_up_on: "2099-01-05",
      },
    },
  };
  const changes: string[] = [];
  const real = window.fetch;
  onTestFinished(() => {
    window.fetch = real;
  });
  window.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
    const method = init?.method ?? "GET";
    if (!path.startsWith("/api/")) return real(input, init);
    if (method === "GET") return Response.json(answers[path] ?? {});
    // A draft is no step.
    if (path === FILE || !path.includes("/drafts")) changes.push(`${method} ${path.replace(FILE, "")}`);
    const sent = {
      letter_id: "l1",
      state: "pending",
      to: "cliente@example.mx",
      at: "2026-01-01T00:00:00Z",
      attempts: 0,
    };
    return Response.json(path.endsWith("/letters") ? sent : DETAIL.review);
  };
  const client = makeQueryClient();
  client.setQueryData(verificationOptions(ID).queryKey, DETAIL);
  mount(
    <NextIntlClientProvider
      locale="en"
      messages={{ letters, request, "review-actions": reviewActions, "review-file": reviewFile, shell, verification }}
      timeZone="America/Mexico_City"
    >
      <QueryClientProvider client={client}>
        <CurrentUserProvider {...ANA}>
          <RequestDialog verificationId={ID} onClosed={() => undefined} />
          <LiveRegion />
        </CurrentUserProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return changes;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const QUESTION = "Not copied, mailed or printed yet. Mark as sent all the same?";
const MARKED = "PUT /review";

it("asks before a letter that nobody has used is marked as sent", async () => {
  const changes = opened({ reply_to: null });
  await expect.element(page.getByLabelText("Letter", { exact: true })).toHaveFocus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByText(QUESTION)).toBeVisible();
  expect(changes).toEqual([]);
  await button("Mark as sent all the same").click();
  await expect.poll(() => changes).toEqual([MARKED]);
});

it("has the letter beside its points where there is room, and below them on a phone", async () => {
  opened({ reply_to: null });
  const box = (name: string) => page.getByText(name, { exact: true }).element().getBoundingClientRect();
  await expect.element(page.getByLabelText("Letter", { exact: true })).toHaveFocus();
  await page.viewport(1024, 768);
  expect(box("Letter").right).toBeLessThan(box("What to ask for").left);
  await page.viewport(360, 740);
  expect(box("What to ask for").bottom).toBeLessThan(box("Letter").top);
});

it("shows the whole letter, with its mail beside it where there is room", async () => {
  opened({ reply_to: "cumplimiento@example.mx" }, "One line\n".repeat(20));
  await page.viewport(1440, 900);
  const letter = page.getByLabelText("Letter", { exact: true });
  await expect.element(letter).toHaveValue("One line\n".repeat(20).trim());
  expect(letter.element().scrollHeight).toBeLessThanOrEqual(letter.element().clientHeight);
  const box = (element: Element) => element.getBoundingClientRect();
  await expect.element(page.getByLabelText("To", { exact: true })).toBeVisible();
  const to = page.getByLabelText("To", { exact: true }).element();
  expect(box(to).left).toBeGreaterThan(box(letter.element()).right);
  expect(box(to).top).toBeGreaterThan(box(page.getByLabelText("Follow up on").element()).bottom);
});

it.each([
  ["copied", "Copy"],
  ["printed", "Print"],
])("marks a letter as sent at once after it was %s", async (_, name) => {
  Object.assign(navigator.clipboard, { writeText: () => Promise.resolve() });
  Object.assign(window, { print: () => undefined });
  const changes = opened({ reply_to: null });
  await expect.element(page.getByLabelText("Letter", { exact: true })).toHaveFocus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByText(QUESTION)).toBeVisible();
  await button(name).click();
  await expect.element(page.getByText(QUESTION)).not.toBeInTheDocument();
  await button("Mark as sent").click();
  await expect.poll(() => changes).toEqual([MARKED]);
});

it("does not count a copy that the browser refused", async () => {
  Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error("refused")) });
  const changes = opened({ reply_to: null });
  await button("Copy").click();
  await button("Mark as sent").click();
  await expect.element(page.getByText(QUESTION)).toBeVisible();
  expect(changes).toEqual([]);
});

it("with mail, the main action shows the letter, mails it, and then marks it as sent", async () => {
  const changes = opened({ reply_to: "cumplimiento@example.mx" });
  await button("Send by mail").click();
  await expect.element(page.getByText("Enter one mail address, without a name.")).toBeVisible();
  await page.getByLabelText("To", { exact: true }).fill("cliente@example.mx");
  await button("Send by mail").click();
  await expect.element(button("Send letter")).toBeVisible();
  expect(changes).toEqual([]);
  await button("Send by mail").click();
  await expect.poll(() => changes).toEqual(["POST /letters", MARKED]);
});
