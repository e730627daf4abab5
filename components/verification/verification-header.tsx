"use client";

import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import { CopyId } from "#components/ui/copy-id.tsx";
import type { VerificationDetail } from "#lib/contract/verification.ts";
import { FreshnessMark } from "./freshness.tsx";
import { StatusMark } from "./marks.tsx";

/** What file this is, where it stands, and how fresh that is. */
export function VerificationHeader({
  detail,
  reading,
  onRead,
}: {
  detail: VerificationDetail;
  reading: boolean;
  onRead: () => void;
}) {
  const t = useTranslations("verification.header");
  const { verification, freshness } = detail;
  return (
    <header className="space-y-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{verification.tag ?? t("untagged")}</h1>
        {verification.account_name && <p className="text-muted-foreground">{verification.account_name}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusMark status={verification.status} />
        <CopyId id={verification.verification_id} label={t("copy")} copiedLabel={t("copied")} />
        {verification.created_at && (
          <span className="text-muted-foreground text-xs">
            {t("created")} <RelativeInstant at={verification.created_at} />
          </span>
        )}
        <FreshnessMark freshness={freshness} reading={reading} onRead={onRead} />
      </div>
    </header>
  );
}
