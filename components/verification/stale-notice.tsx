"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { useTroubleWords } from "./use-trouble-words.ts";
import type { Trouble } from "./view/trouble.ts";

type Props = { trouble: Trouble; onRetry: () => void };

/**
 * Why the page may be behind, since when, and what to do; the read model is shown all the same. The live region stands
 * there from the start: one that arrives together with its text is not read out everywhere.
 */
export function StaleNotice({ trouble, onRetry }: { trouble: Trouble | null; onRetry: () => void }) {
  return (
    <div role="status" className="contents">
      {trouble && <Notice trouble={trouble} onRetry={onRetry} />}
    </div>
  );
}

function Notice({ trouble, onRetry }: Props) {
  const t = useTranslations("verification.stale");
  const words = useTroubleWords();
  const { title, body } = words(trouble);
  const { asOf } = trouble;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-lg border border-border border-l-4 border-l-medium bg-card px-4 py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere mt-0.5 text-muted-foreground">
          {body} {/* The instant, not '5 min ago': a text that changes by itself would be read out each time. */}
          {asOf === null
            ? t("neverRead")
            : t.rich(trouble.of === "page" ? "shownAsOf" : "readAsOf", {
                at: () => <ExactInstant at={asOf} seconds />,
              })}
        </p>
      </div>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}
