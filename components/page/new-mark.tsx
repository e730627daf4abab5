"use client";

import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import { Badge } from "@/components/ui/badge";

/** The marks of what was on the page when the reader looked last (`seen-marks.ts`); null where they never did. */
export const SeenMarks = createContext<ReadonlySet<string> | null>(null);

/** Says that something was not there when the reader looked last. */
export function NewMark({ mark }: { mark: string | null }) {
  const seen = use(SeenMarks);
  return seen === null || mark === null || seen.has(mark) ? null : <New />;
}

/** The same of what is folded: whether one in it is new. */
export function AnyNewMark({ marks }: { marks: readonly (string | null)[] }) {
  const seen = use(SeenMarks);
  return seen === null || marks.every((mark) => mark === null || seen.has(mark)) ? null : <New />;
}

function New() {
  const t = useTranslations("review-file.since");
  return (
    <Badge
      variant="secondary"
      className="ml-1.5 bg-accent px-1 py-0 align-middle text-[0.6875rem] text-primary print:hidden"
    >
      {t("new")}
    </Badge>
  );
}
