import fc from "fast-check";
import { createElement } from "react";
import { expect, it } from "vitest";
import { ListTable } from "#components/kit/list/list-table.tsx";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  VERIFICATION_STATUSES,
  type VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { examples } from "#tools/test/effort.ts";
import {
  expectAll,
  expectOnlyFrom,
  LIST_WORDS,
  LOCALES,
  type Locale,
  locales,
  numbersOf,
  REVIEW_WORDS,
  shown,
} from "#tools/test/shown.tsx";
import { verificationSummary } from "#tools/test/verification-summary.ts";
import { SeveralAccounts } from "./verification-cells.tsx";
import { VERIFICATIONS } from "./verification-columns.tsx";

const listOf = (row: VerificationSummary, several: boolean) =>
  createElement(
    SeveralAccounts,
    { value: several },
    createElement(ListTable<VerificationSummary>, {
      of: "verifications",
      definition: VERIFICATIONS,
      list: { rows: [row], total: 1, outdated: false, more: () => undefined, focusField: () => undefined },
    }),
  );

/** A value in words if the interface names it, else unchanged. */
const wordOf = (value: string, named: readonly string[], words: Record<string, string>): string =>
  named.includes(value) ? (words[value] ?? value) : value;

it("a row shows all facts of the read model, and no others", () => {
  const property = (row: VerificationSummary, locale: Locale, several: boolean) => {
    const found = shown(listOf(row, several), locale);
    const { status, documentsStatus, severity } = LOCALES[locale];
    const { unknown, noLabels } = LIST_WORDS[locale].table;
    const line = ` ${found.text.replaceAll(/[\s,]+/g, " ")} `;
    const { findings } = row;
    const { gravest } = findings;
    const hasFindings =
      findings.source !== null || findings.computed_at !== null || SEVERITIES.some((name) => findings[name] > 0);
    expectAll(
      found,
      [
        row.title,
        row.tag ?? shortId(row.verification_id),
        row.tax_id,
        // A file without a title shows its account if there are several, else its problems.
        row.title === null && several ? row.account_name : null,
        row.title !== null || !several ? gravest && (gravest.missing_field || gravest.message) : null,
        row.created_at === null ? row.created_at_text : null,
        row.documents_status && wordOf(row.documents_status, DOCUMENTS_STATUSES, documentsStatus),
        row.status === null ? status.unknown : wordOf(row.status, VERIFICATION_STATUSES, status),
        ...row.labels,
      ],
      [row.created_at, row.last_activity_at, row.review?.due_at],
    );
    const words = REVIEW_WORDS[locale];
    const { state = null, resolution = null, reasons = [], lookup = null, assignee = null } = row.review ?? {};
    expectAll(found, [
      row.review && (state === "resolved" && resolution ? words.resolution[resolution] : words.state[state ?? "none"]),
      ...reasons.map((reason) => (reason === "person" && lookup ? words.lookup[lookup] : words.reason[reason])),
      assignee?.name,
    ]);
    for (const name of SEVERITIES) {
      expect([name, line.includes(` ${findings[name]} ${severity[name]} `)]).toEqual([name, hasFindings]);
    }
    expect(found.text.includes(noLabels)).toBe(row.labels.length === 0);
    // Each unknown value has one mark, and never counts as none.
    const unknowns = [
      row.title === null && several && row.account_name === null,
      row.documents_status === null,
      !hasFindings,
      row.created_at === null && row.created_at_text === null,
      row.last_activity_at === null,
    ].filter(Boolean);
    expect(found.text.replace(status.unknown, "").split(unknown).length - 1).toBe(unknowns.length);
    const items = row.items_total === 0 ? [] : [row.items_total];
    const failed = row.items_with_error === 0 ? [] : [row.items_with_error];
    for (const count of [...items, ...failed]) expect([...found.numbers]).toContain(count);
    const counts = hasFindings ? SEVERITIES.map((name) => findings[name]) : [];
    expectOnlyFrom(found, row, [
      ...items,
      ...failed,
      ...counts,
      row.labels.length - 1,
      ...numbersOf(row.review?.follow_up_on ?? ""),
      ...numbersOf(row.tag === null ? shortId(row.verification_id) : ""),
    ]);
  };
  fc.assert(fc.property(verificationSummary, locales, fc.boolean(), property), { numRuns: examples(40) });
});
