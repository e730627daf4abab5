"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Freshness } from "#lib/contract/verification.ts";

/** When the service was read last, and a button that reads it again. */
export function FreshnessMark({
  freshness,
  reading,
  onRead,
}: {
  freshness: Freshness;
  reading: boolean;
  onRead: () => void;
}) {
  const t = useTranslations("verification.freshness");
  return (
    <span className="inline-flex items-center gap-1 text-muted-foreground text-xs">
      <span aria-live="polite">
        {reading ? (
          t("reading")
        ) : freshness.read_at ? (
          <>
            {t("read")} <RelativeInstant at={freshness.read_at} className="tabular-nums" />
          </>
        ) : (
          t("never")
        )}
      </span>
      <Button
        variant="ghost"
        size="icon"
        onClick={onRead}
        disabled={reading}
        aria-label={t("again")}
        title={t("again")}
      >
        <RefreshCw aria-hidden className={`size-3.5 ${reading ? "motion-safe:animate-spin" : ""}`} />
      </Button>
    </span>
  );
}

/** Why the page may be behind, since when, and what to do; the read model is shown all the same. */
export function StaleNotice({ freshness }: { freshness: Freshness }) {
  const t = useTranslations("verification.stale");
  const { stale } = freshness;
  if (!stale) return null;
  const code = freshness.unknown_to_service ? "NOT_FOUND" : stale.code;
  return (
    <div role="status" className="rounded-lg border border-border border-l-4 border-l-medium bg-card px-4 py-3 text-sm">
      <p className="font-medium">{t.has(`${code}.title`) ? t(`${code}.title`) : t("other.title")}</p>
      <p className="mt-0.5 text-muted-foreground">
        {t.has(`${code}.body`) ? t(`${code}.body`) : t("other.body", { code })} {t("since")}{" "}
        <RelativeInstant at={stale.since} />.
      </p>
    </div>
  );
}
