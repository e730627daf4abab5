"use client";

import { useTranslations } from "next-intl";
import { StatusMark } from "#components/page/marks.tsx";
import { ReadAgain } from "#components/page/section.tsx";
import { ExactInstant, RelativeInstant, StatedInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { CopyId } from "#components/ui/copy.tsx";
import type { Freshness, VerificationDetail } from "#lib/contract/verifications/verification.ts";

type Props = { titleId: string; detail: VerificationDetail; reading: boolean; onRead: () => void };

/** What file this is, its state, and how fresh that is. */
export function VerificationHeader({ titleId, detail, reading, onRead }: Props) {
  const t = useTranslations("verification.header");
  const { verification, freshness } = detail;
  const { tag, account_name, account_id, created_at, created_at_text, status_at } = verification;
  const { extraction_completed_at: extracted_at, extraction_completed_at_text: extracted_text } = verification;
  return (
    <header className="min-w-0 flex-1 basis-80 space-y-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 id={titleId} className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">
          {tag ?? <span className="text-muted-foreground">{t("untagged")}</span>}
        </h1>
        {account_name !== null && <p className="wrap-anywhere min-w-0 text-muted-foreground">{account_name}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5">
          <StatusMark status={verification.status} />
          {verification.status !== null && status_at !== null && (
            <span className="text-muted-foreground text-xs">
              {t.rich("since", { at: () => <ExactInstant at={status_at} /> })}
            </span>
          )}
        </span>
        <CopyId id={verification.verification_id} label={t("copy")} />
        <FreshnessMark freshness={freshness} reading={reading} onRead={onRead} />
      </div>
      <p className="wrap-anywhere flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
        {created_at !== null && <span>{t.rich("created", { at: () => <ExactInstant at={created_at} /> })}</span>}
        {created_at === null && created_at_text !== null && <span>{t("createdAs", { text: created_at_text })}</span>}
        {extracted_at !== null && (
          <span>{t.rich("extracted", { at: () => <StatedInstant at={extracted_at} text={extracted_text} /> })}</span>
        )}
        {account_id !== null && (
          <span>{t.rich("account", { id: () => <span className="font-mono">{account_id}</span> })}</span>
        )}
      </p>
      {verification.status !== null && <StatusMeaning status={verification.status} />}
    </header>
  );
}

/** What a status means, as far as the interface states it, for who asks. */
function StatusMeaning({ status }: { status: string }) {
  const t = useTranslations("verification.header");
  const meaning = useWords("statusMeaning")(status);
  return (
    <details className="w-fit text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("statusMeaning")}</summary>
      <p className="mt-1 max-w-prose">
        {meaning ?? t("statusUnnamed")} {t("independent")}
      </p>
    </details>
  );
}

type FreshnessProps = { freshness: Freshness; reading: boolean; onRead: () => void };

/** When the service was read last, and a button that reads it again. */
function FreshnessMark({ freshness, reading, onRead }: FreshnessProps) {
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
