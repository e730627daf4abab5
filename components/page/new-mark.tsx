"use client";

import { useTranslations } from "next-intl";
import { createContext, use } from "react";

/** The marks of what was on the page when the reader looked last (`seen-marks.ts`); null where they never did. */
export const SeenMarks = createContext<ReadonlySet<string> | null>(null);

/** Says that something was not there when the reader looked last. */
export function NewMark({ mark }: { mark: string | null }) {
  const seen = use(SeenMarks);
  return seen === null || mark === null || seen.has(mark) ? null : <Badge />;
}

function Badge() {
  const t = useTranslations("review-file.since");
  return (
    <span className="ml-1.5 inline-block rounded bg-accent px-1 align-middle font-medium text-[0.6875rem] text-primary print:hidden">
      {t("new")}
    </span>
  );
}
