import { NextIntlClientProvider } from "next-intl";
import { expect, test } from "vitest";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";
import audit from "#messages/en/records/audit.json" with { type: "json" };
import { mount } from "#tools/test/mounted.tsx";
import { AuditEntry } from "./audit-entry.tsx";

/** The smallest side of a target, in CSS pixels (WCAG 2.5.8). */
const LEAST = 24;

test("the links of an entry are large enough, and do not overlap, also for one short id", () => {
  const row: AuditRow = {
    ...{ entry_id: 1, at: "2026-11-01T10:00:00.123456Z", began_at: null, action: "verifications.imported" },
    ...{ user: null, token: null, address: null, user_agent: null, outcome: "done", error_code: null },
    ids: { delivery_id: "7", verification_ids: ["a", "b", ...Array.from({ length: 20 }, (_, at) => `ver_${at}`)] },
    ...{ account: null, files: [], people: [], before: null, after: null },
  } as AuditRow;
  mount(
    <NextIntlClientProvider locale="en" messages={{ audit }} timeZone="UTC" now={new Date("2026-11-02")}>
      <ul className="w-80">
        <AuditEntry row={row} />
      </ul>
    </NextIntlClientProvider>,
  );
  const boxes = [...document.querySelectorAll("a")].map((link) => link.getBoundingClientRect());
  expect(boxes.length).toBeGreaterThan(5);
  for (const [index, box] of boxes.entries()) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(LEAST);
    for (const other of boxes.slice(index + 1)) {
      const apart = box.right <= other.left || box.bottom <= other.top || other.right <= box.left;
      expect(apart).toBe(true);
    }
  }
  expect(document.querySelector("time")?.dateTime).toBe("2026-11-01T10:00:00.123Z");
});
