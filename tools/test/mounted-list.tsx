import type { ReactNode } from "react";
import { page } from "vitest/browser";
import { VerificationsView } from "#components/desk/verifications/verifications-view.tsx";
import { PageTips } from "#components/kit/tip-area.tsx";
import type {
  VerificationList,
  VerificationOptions,
  VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { type Answer, mountPage } from "./mounted-page.tsx";

type Row = VerificationList["items"][number];

/** A row of the list: a finished file with nothing to see, except for what the test changes. */
export const listedFile = (tag: string, changes: Partial<VerificationSummary> = {}): Row => ({
  ...{ verification_id: `ver_${tag}`, tag, title: null, tax_id: null, account_id: "acc_1", account_name: "Banco Uno" },
  ...{ created_at: "2026-01-02T18:00:00.000000Z", created_at_text: null, first_completed_at: null, has_gap: false },
  ...{ status: "finished", status_at: null, documents_status: "full_upload", documents_status_at: null },
  findings: { high: 0, medium: 0, low: 0, source: null, computed_at: null, gravest: null },
  ...{ items_total: 0, items_with_error: 0, item_errors: [], item_types: [], item_types_with_error: [] },
  ...{ labels: [], label_names: [], last_activity_at: "2026-01-02T18:00:00.000000Z", possibly_incomplete: [] },
  review: null,
  dates: null,
  place: [0, tag],
  ...changes,
});

/** A page of the list, of files with the given tags or of the given rows. */
export const listOf = (files: readonly (string | Row)[], rest: Partial<VerificationList> = {}): VerificationList => {
  const items = files.map((file) => (typeof file === "string" ? listedFile(file) : file));
  return { items, next_cursor: null, total: items.length, outages: "", ...rest };
};

const NO_CHOICES: VerificationOptions = {
  ...{ status: [], documents_status: [], label: [], account: [], item_error: [], item_type: [] },
};

/** The parts of the frame that the sticky parts of a list need: its distance from the top, and the target of the focus. */
export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="px-4 pt-17">
    <PageTips />
    {children}
  </main>
);

/**
 * Mounts the list of verifications in a wide window, of the files EXP-1 to EXP-3 unless the answers have others. `beside`:
 * other parts of the frame.
 */
export async function mountList(
  address = "/verifications",
  answers: Record<string, Answer> = {},
  { beside = null, role = "compliance", locale = "en" }: { beside?: ReactNode; role?: Role; locale?: Locale } = {},
) {
  await page.viewport(1440, 900);
  return mountPage(
    <Main>
      <VerificationsView density="comfortable" role={role} named />
      {beside}
    </Main>,
    {
      ...{ role, address, locale },
      answers: {
        "GET /api/verifications": listOf(["EXP-1", "EXP-2", "EXP-3"]),
        "POST /api/searches/verifications": listOf([]),
        "GET /api/views": { items: [] },
        "GET /api/choices/verifications": NO_CHOICES,
        "GET /api/review/choices": { assignees: [] },
        ...answers,
      },
    },
  );
}
