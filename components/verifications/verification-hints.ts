"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Hints } from "#components/list/definition.ts";
import { useExactWords } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { useReviewInFull } from "./review-cell.tsx";
import { runKind, useIncompleteWords, useWrong } from "./verification-cells.tsx";

/** The tooltips of a verification's cells: text that is cut or counted in them, ids, and exact times. */
export function useVerificationHints(): Hints<VerificationSummary> {
  const run = useTranslations("verifications.table.run");
  const time = useTranslations("verification.time");
  const format = useFormatter();
  const typeName = useWords("itemType");
  const exact = useExactWords();
  const wrong = useWrong();
  const incomplete = useIncompleteWords();
  const review = useReviewInFull();
  return {
    file: (row) => {
      const { before, finding, after } = wrong(row);
      return [
        ...(row.title === null ? [...before, ...finding, ...after] : [row.title, row.tax_id]),
        row.possibly_incomplete.length > 0 && incomplete(row),
        row.verification_id,
      ];
    },
    findings: ({ findings: { source, computed_at: at } }) => [
      run(`about.${runKind(source)}`),
      at && format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "long" }),
    ],
    items: ({ item_types_with_error: types }) => types.map((type) => typeName(type) ?? type),
    labels: ({ label_names }) => label_names,
    review: (row) => {
      if (row.review === null) return [];
      const { parts, due } = review(row.review);
      return [...parts, due];
    },
    created: ({ created_at: at, created_at_text: text }) => [at ? exact(at) : text && time("quoted", { text })],
    activity: ({ last_activity_at: at }) => [at && exact(at)],
  };
}
