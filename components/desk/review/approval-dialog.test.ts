import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import people from "#messages/en/core/people.json" with { type: "json" };
import actions from "#messages/en/desk/review-actions.json" with { type: "json" };
import verification from "#messages/en/desk/verification.json" with { type: "json" };
import { Proposed } from "./approval-dialog.tsx";

it("an approver reads what an acceptance is made in spite of: how much of each kind, and of whom", () => {
  const finding = { severity: "high", message: "Falta la firma", missing_field: null };
  const findings = {
    source: "final",
    before_reopening: false,
    items: [finding, { ...finding, message: "No es legible" }],
  };
  const unresolved = [
    { people_id: 7, outcome: "curp_format_error", people_error: "curp_format_error" },
    { people_id: 8, outcome: "other_error", people_error: "registry_moved" },
  ];
  const detail = {
    verification: { verification_id: "ver_1", status: "error", documents_status: "partial_upload" },
    findings,
    items: [],
    review_standing: { returns: [], open: { exceptions: [], people: unresolved } },
  } as unknown as VerificationDetail;
  const decision = {
    ...{ resolution: "accepted", reason: "Revisado", reason_code: null },
    exceptions: ["high_finding", "documents_incomplete", "status_not_finished", "person_unresolved"],
  } as unknown as Parameters<typeof Proposed>[0]["decision"];
  const words = {
    locale: "en" as const,
    messages: { "review-actions": actions, verification, people },
    timeZone: "UTC",
    onError: ({ message }: Error) => expect.unreachable(message),
    children: createElement(Proposed, { detail, decision }),
  };
  const client = new QueryClient();
  client.setQueryData(verificationPeopleOptions("ver_1").queryKey, {
    full_list: [{ people_id: 7, full_name: "Elena Ruiz", external_identities: {} }],
  } as never);
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
  );
  const texts = [
    ...["2 high findings", "Documents are not complete", verification.documentsStatus.partial_upload],
    ...["The verification is not finished", verification.status.error, "2 people whose CURP is not resolved"],
    ...["Elena Ruiz", people.outcomes.curp_format_error, "registry_moved", "#8"],
  ];
  for (const text of texts) expect(html).toContain(text);
});
