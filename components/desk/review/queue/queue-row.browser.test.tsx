import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { QueueRow } from "./queue-row.tsx";

const DAY_MS = 86_400_000;

it.each(["en", "es-MX"] as const)(
  "shows the whole tag and due time in %s below a long name on a phone",
  async (locale) => {
    const late = new Date(Date.now() - 9 * DAY_MS).toISOString();
    const row = {
      verification_id: "ver_1",
      title: "Grupo Empresarial Cempoala y Asociados del Noreste, S.A.P.I. de C.V.",
      tag: "EXP-2022",
      tax_id: null,
      findings: { high: 0, medium: 0, low: 0, gravest: null },
      items_with_error: 0,
      review: { state: "open", reasons: ["decision"], returned_by: null, follow_up_on: null, due_at: late },
    } as unknown as VerificationSummary;
    const props = { row, isOpen: false, isActive: false, selected: false } as const;
    mountPage(
      <ul style={{ width: 313 }}>
        <QueueRow {...props} lane="mine" />
      </ul>,
      { locale },
    );
    const link = page.getByRole("link").element();
    const edge = link.getBoundingClientRect().right;
    const beyond = [...link.querySelectorAll("span, svg")].filter((part) => part.getBoundingClientRect().right > edge);
    expect(beyond.map((part) => part.textContent)).toEqual([]);
    const widthOf = (text: string | null) =>
      [...link.querySelectorAll("span")].findLast((part) => part.textContent === text)?.getBoundingClientRect().width;
    // The company is alone on its line, and the tag is not shortened.
    expect(widthOf(row.title)).toBeGreaterThan(250);
    expect(widthOf(row.tag)).toBeGreaterThan(50);
  },
);
