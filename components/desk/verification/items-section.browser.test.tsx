import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { VerificationItem } from "#lib/core/contract/verifications/verification.ts";
import { withProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { ItemsSection } from "./items-section.tsx";

/* The order and the words of items: `items-section.test.ts`. */

const AT = "2026-11-20T12:00:00.000000Z";
const item = (item_id: number, more: Partial<VerificationItem> = {}): VerificationItem =>
  withProblem({
    ...{ item_id, item_type: "csf_mx", internal_status: null, item_error: null, completed_at: AT },
    ...{ extraction_completed_at: null, success: null, history: [], ...more },
  });

it("puts the document that needs a reviewer first, with the next step, and copies the request for it", async () => {
  const copied: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  const broken = item(2, {
    ...{ item_type: "ac_mx", item_error: "password_protected_pdf" },
    history: [
      {
        ...{ at: AT, at_text: null, kind: "internal_status_changed", internal_status: "failed", item_type: null },
        ...{ item_error: null, success: null },
      },
    ],
  });
  mountPage(<ItemsSection items={[item(1), broken]} verificationId="ver_1" tag="EXP-1" />);
  const section = page.getByRole("region", { name: /^Documents/ });
  await expect.element(section.getByText("1 needs attention")).toBeVisible();
  await expect.element(section.getByText(/^Ask your integration team to send it again/)).toBeVisible();
  const first = section.getByRole("listitem").first();
  for (const text of [
    "Articles of incorporation",
    "password_protected_pdf",
    "What to do: Get a copy without a password and add it.",
  ])
    await expect.element(first.getByText(text).first()).toBeVisible();
  // The code stands after the sentence with its meaning.
  expect(first.element().textContent).toMatch(/password\. ?password_protected_pdf/);
  await first.getByRole("button", { name: "Copy the request" }).click();
  await expect.element(page.getByText("Copied").first()).toBeInTheDocument();
  expect(copied[0]).toContain("verification_id: ver_1\ntag: EXP-1\nitem_id: 2\n");
  expect(copied[0]).toContain("\nitem_type: ac_mx\nitem_error: password_protected_pdf\n");
  expect(copied[0]).toContain("\nWhat to do: Get a copy without a password and add it.\n");
  await first.getByText("Details").click();
  await expect.element(first.getByText("ac_mx").first()).toBeVisible();
  await expect.element(first.getByText("Status changed")).toBeVisible();
  await expectAccessible();
});
