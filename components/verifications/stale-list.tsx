"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** Rows are shown, but asking for them again has failed. */
export function StaleList({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("verifications.stale");
  return (
    <div
      role="status"
      className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-medium/40 bg-medium/5 px-3 py-1.5 text-[0.8125rem]"
    >
      <p className="flex-1">{t("text")}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
