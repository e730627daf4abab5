import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FileMenu } from "#components/desk/verification/file-menu.tsx";
import { ErasuresView } from "#components/records/privacy/erasures-view.tsx";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { FileCustody, LegalHold } from "#lib/desk/contract/custody/custody.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { CustodyFact, FileHolds } from "./file-custody.tsx";

const { custody: words, privacy, erasures, shell, verification } = MESSAGES.en;
const FILE = "/api/verifications/ver_1";
const HOLD: LegalHold = {
  ...{ hold_id: "h1", verification_id: "ver_1", curp_ends: null, files: 1, reason: "Oficio 12/2026", review_on: null },
  ...{ placed_at: "2026-11-20T12:00:00Z", placed_by: "Ana", ended_at: null, ended_by: null, end_reason: null },
} as LegalHold;
const FREE: FileCustody = { kept: null, erasable: true, holds: [], decided: false, relation_ended_on: null };
const HELD: FileCustody = { ...FREE, kept: { because: "hold", until: null }, erasable: false, holds: [HOLD] };
const DETAIL = {
  verification: { verification_id: "ver_1", tag: "EXP-1", title: null, status: "finished" },
  review: { state: "open", reasons: ["decision"], version: "1.a" },
} as unknown as FileDetail;

const dialog = page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name });

function mounted(custody: FileCustody, answers: Record<string, unknown> = {}) {
  const app = mountPage(
    <>
      <FileHolds verificationId="ver_1" />
      <CustodyFact verificationId="ver_1" />
      <FileMenu verificationId="ver_1" />
    </>,
    { answers: { [`GET ${FILE}/custody`]: custody, [`GET ${FILE}/drafts`]: { items: [] }, ...answers } },
  );
  app.client.setQueryData(verificationOptions("ver_1").queryKey, DETAIL);
  return app;
}

async function choose(action: string) {
  await button(verification.header.more).click();
  await page.getByRole("menuitem", { name: action }).click();
}

it("places a hold by the keyboard, with a reason", async () => {
  const { answer, asked } = mounted(FREE);
  await expect.element(page.getByText(words.notKept)).toBeVisible();
  (button(verification.header.more).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: privacy.erase.action })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("menuitem", { name: words.place.action })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const reason = dialog.getByRole("textbox", { name: words.place.reason });
  await expect.element(reason).toHaveFocus();
  await expect.element(button(words.place.submit)).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("Oficio 12/2026");
  await expectAccessible();
  answer("POST /api/privacy/holds", HOLD);
  answer(`GET ${FILE}/custody`, HELD);
  answer(`GET ${FILE}`, DETAIL);
  await button(words.place.submit).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(words.hold.ofFile)).toBeVisible();
  await expect.element(page.getByText(words.kept.hold)).toBeVisible();
  expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
    ...{ verification_id: "ver_1", reason: "Oficio 12/2026", review_on: null },
  });
});

it("quotes the hold in place of an erasure, and ends it with a reason", async () => {
  const { answer, asked } = mounted(HELD);
  await expect.element(page.getByText(words.hold.ofFile)).toBeVisible();
  await choose(privacy.erase.action);
  await expect.element(dialog.getByRole("heading", { name: privacy.held.title })).toBeVisible();
  await expect.element(dialog.getByText("Oficio 12/2026")).toBeVisible();
  expect(dialog.getByRole("textbox").elements()).toEqual([]);
  expect(dialog.getByRole("button", { name: privacy.erase.submit }).elements()).toEqual([]);
  await expectAccessible();
  await dialog.getByRole("button", { name: privacy.held.close }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await button(words.hold.end).click();
  await dialog.getByRole("textbox", { name: words.end.reason }).fill("Concluyó el juicio");
  answer("DELETE /api/privacy/holds/h1", HOLD);
  answer(`GET ${FILE}/custody`, FREE);
  answer(`GET ${FILE}`, DETAIL);
  await button(words.end.submit).click();
  await expect.element(page.getByText(words.hold.ofFile)).not.toBeInTheDocument();
  expect(asked.find(({ method }) => method === "DELETE")?.body).toEqual({ reason: "Concluyó el juicio" });
});

it("erases a file once its tag is typed, and says what a blocked one keeps", async () => {
  const kept = { because: "accepted", profile: "lfpiorpi", since: "2026-11-20T12:00:00Z", until: null } as const;
  const { answer, asked } = mounted({ ...FREE, kept, erasable: false, decided: true });
  await choose(privacy.erase.action);
  await expect.element(dialog.getByText(privacy.block.goes)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("another{Enter}");
  await expect.element(dialog.getByText(privacy.erase.differs)).toBeVisible();
  expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
  await dialog.getByRole("textbox").first().fill("EXP-1");
  answer(`DELETE ${FILE}`, { blocked: true });
  answer(`GET ${FILE}`, DETAIL);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

it.each([
  ["whole names", privacy.package.reason],
  ["a blocked file", privacy.package.reasonBlocked],
])("asks for the reason of a package with %s", async (what, label) => {
  if (what === "whole names") {
    mounted(FREE);
    await choose(privacy.package.action);
    await expect.element(button(privacy.package.submit)).toHaveAttribute("aria-disabled", "false");
    await dialog.getByLabelText(privacy.package.people).selectOptions("whole");
  } else {
    const blocked = [
      {
        ...{ verification_id: "ver_1", blocked_at: HOLD.placed_at, blocked_until: null, ended: false },
        ...{ kept: { because: "hold", until: null }, blocked_by: "Ana", reason: "Solicitud del titular" },
      },
    ];
    mountPage(<ErasuresView />, { answers: { "GET /api/privacy/erasures": { blocked, certificates: [] } } });
    await expect.element(page.getByText("Solicitud del titular")).toBeVisible();
    await expectAccessible();
    await button(erasures.blocked.package).click();
  }
  await expect.element(button(privacy.package.submit)).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("textbox", { name: label }).fill("Oficio 12/2026");
  await expect.element(button(privacy.package.submit)).toHaveAttribute("aria-disabled", "false");
  await expectAccessible();
  await button(shell.cancel).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
