"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Freshness } from "#lib/contract/verification.ts";

type Props = { freshness: Freshness; reading: boolean; onRead: () => void };

/** When the service was read last, and a button that reads it again. */
export function FreshnessMark({ freshness, reading, onRead }: Props) {
  const t = useTranslations("verification.freshness");
  const at = freshness.read_at;
  return (
    <span className="inline-flex items-center gap-1 text-muted-foreground text-xs">
      <span>
        {reading
          ? t("reading")
          : at === null
            ? t("never")
            : t.rich("read", { at: () => <RelativeInstant at={at} className="tabular-nums" /> })}
      </span>
      {/* Apart from the time above, which changes by itself and would be read out each time. */}
      <span role="status" className="sr-only">
        {reading ? t("reading") : ""}
      </span>
      <Button
        variant="ghost"
        size="icon"
        // Not `disabled`: that would take the focus away from who pressed it.
        aria-disabled={reading}
        onClick={() => !reading && onRead()}
        aria-label={t("again")}
        title={t("again")}
      >
        <RefreshCw aria-hidden className={`size-3.5 ${reading ? "motion-safe:animate-spin" : ""}`} />
      </Button>
    </span>
  );
}
