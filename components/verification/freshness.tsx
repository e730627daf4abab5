"use client";

import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import type { Freshness } from "#lib/contract/verifications/verification.ts";
import { ReadAgain } from "./read-again.tsx";

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
      <ReadAgain label={t("again")} reading={reading} said={t("reading")} onRead={onRead} />
    </span>
  );
}
