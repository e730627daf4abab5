"use client";

import { catchError } from "next/error";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { reportPageFault } from "#lib/platform/browser/page-faults.ts";
import { Retry } from "./buttons.tsx";
import { Failure } from "./message.tsx";

type FailedProps = { of: string; error: unknown; retry: () => void };

function Failed({ of, error, retry }: FailedProps) {
  const t = useTranslations("shell.failed");
  useEffect(() => reportPageFault(of, error), [of, error]);
  return (
    <Failure says={t("section")}>
      <Retry query={{ refetch: retry }} />
    </Failure>
  );
}

/** A section that fails to render shows this with a retry, and the rest of the page goes on. `of` names it in the log. */
export const SectionBoundary = catchError<{ of: string }>(({ of }, { error, retry }) => (
  <Failed of={of} error={error} retry={retry} />
));
