import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { ReviewBar } from "./review-bar.tsx";

const REVIEW = {
  ...{ state: "open", reasons: ["changed", "decision"], assignee: null, due_at: "2026-11-24T22:00:00Z" },
  ...{ follow_up_on: null, returned_by: null, version: "1.a" },
} as unknown as Review;
const DETAIL = {
  verification: { verification_id: "ver_1", tag: "EXP-1", title: null },
  review: REVIEW,
  review_standing: { open: { exceptions: [], people: [] }, returns: [], decision: null, by_two: false },
} as unknown as VerificationDetail;

it.each([
  [280, "en"],
  [760, "es-MX"],
] as const)("begins its actions at the left if they are below the state, %i px wide", async (width, locale) => {
  mountPage(
    <div style={{ width }}>
      <ReviewBar detail={DETAIL} review={REVIEW} advice={null} />
    </div>,
    { role: "compliance", locale },
  );
  await expect.poll(() => page.getByRole("button").elements().length).toBeGreaterThan(3);
  const actions = page
    .getByRole("button")
    .elements()
    .filter((one) => one.matches("[aria-keyshortcuts]"));
  const state = page.getByRole("region").element().querySelector(".icon")?.getBoundingClientRect();
  const [first] = actions.map((action) => action.getBoundingClientRect());
  expect(first?.top).toBeGreaterThan(state?.bottom ?? 0);
  expect(first?.left).toBeCloseTo(state?.left ?? 0, 0);
});

it("opens the dialog of a key with the key, so that the keys typed next belong to it", async () => {
  const file = "/api/verifications/ver_1";
  mountPage(<ReviewBar detail={DETAIL} review={REVIEW} advice={null} />, {
    role: "compliance",
    answers: {
      "GET /api/review/choices": { follow_up_on: "2099-01-05", time_zone: "America/Mexico_City" },
      [`GET ${file}/review/since`]: { version: "1.a", same: true, entries: [], differences: [] },
      [`PUT ${file}/presence`]: {},
    },
  });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true, cancelable: true }));
  // React renders the dialog in a microtask after the key, before any other key.
  await Promise.resolve();
  expect(document.activeElement?.closest("[role=dialog]")).not.toBeNull();
  await expect.element(page.getByRole("dialog", { name: "Wait for the customer" })).toBeVisible();
});
