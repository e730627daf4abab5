import { createElement } from "react";
import { expect, it } from "vitest";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { REVIEW_WORDS, shown } from "#tools/test/shown.tsx";
import { QueueRow } from "./queue-row.tsx";

const review = {
  state: "open",
  resolution: null,
  reasons: ["decision"],
  assignee: null,
  decided_by: null,
  approved_by: null,
  due_at: null,
  follow_up_on: null,
  version: "1",
};

it.each([
  ["en", "The second page is legible."],
  ["es-MX", null],
] as const)("a returned file names in %s the user who returned it, with any words of that user", (locale, reason) => {
  const returned = { ...review, returned_by: { name: "Raúl Prieto", reason } };
  const row = {
    verification_id: "ver_1",
    title: "Aceros del Norte",
    tag: "EXP-1",
    tax_id: null,
    findings: { high: 1, medium: 0, low: 0, gravest: "El RFC no coincide." },
    items_with_error: 0,
    review: returned,
  } as unknown as VerificationSummary;
  const props = { row, lane: "mine", isOpen: false, isActive: false, selected: undefined } as const;
  const { text } = shown(createElement(QueueRow, props), locale);
  const said = REVIEW_WORDS[locale].returnedBy.replace("{name}", "Raúl Prieto");
  expect(text).toContain(reason === null ? said : `${said}: “${reason}”`);
  expect(text).not.toContain("El RFC no coincide.");
});
