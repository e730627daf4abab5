import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import actions from "#messages/en/review-actions.json" with { type: "json" };
import verification from "#messages/en/verification.json" with { type: "json" };
import { Proposed } from "./approval-dialog.tsx";

it("an approver reads how many exceptions of each kind an acceptance has", () => {
  const finding = { severity: "high", message: "Falta la firma", missing_field: null };
  const findings = {
    source: "final",
    before_reopening: false,
    items: [finding, { ...finding, message: "No es legible" }],
  };
  const detail = { findings, items: [], review_standing: { returns: [] } } as unknown as VerificationDetail;
  const decision = { resolution: "accepted", reason: "Revisado", reason_code: null } as Parameters<
    typeof Proposed
  >[0]["decision"];
  const words = {
    locale: "en",
    messages: { "review-actions": actions, verification },
    timeZone: "UTC",
    onError: ({ message }: Error) => expect.unreachable(message),
    children: createElement(Proposed, { detail, decision }),
  };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, words));
  expect(html).toContain("2 high findings");
});
