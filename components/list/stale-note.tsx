"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** What is shown stays, but asking for it again has failed. */
export function StaleNote({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("list.stale");
  return (
    <div
      role="status"
      className="mb-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-medium/40 bg-medium/5 py-1.5 pr-1.5 pl-3 text-[0.8125rem]"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-medium" />
      <p className="min-w-0 flex-1">{t("text")}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
