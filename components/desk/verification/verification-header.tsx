import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CopyId } from "#components/kit/copy.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { StatusMark } from "#components/kit/marks.tsx";
import { RefreshButton } from "#components/kit/section.tsx";
import { ExactInstant, RelativeInstant, StatedInstant } from "#components/kit/time.tsx";
import { useWords } from "#components/kit/words.tsx";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import type { Freshness } from "#lib/platform/contract/answer-fields.ts";
import { Collapsible } from "@/components/ui/collapsible";

/** Loaded when the details are unfolded. */
const RfcFact = dynamic(() => import("#components/core/people/rfc-parts.tsx").then((module) => module.RfcFact));

type Props = {
  titleId: string;
  detail: VerificationDetail;
  reading: boolean;
  onRead: () => void;
  /** A further detail: until when the file is kept. */
  custody?: ReactNode;
};

export function VerificationHeader({ titleId, detail, reading, onRead, custody }: Props) {
  const t = useTranslations("verification.header");
  const { verification, freshness } = detail;
  const { tag, title, tax_id, status } = verification;
  return (
    <header className="min-w-0 flex-1 basis-80 space-y-1">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1
          id={titleId}
          translate={title === null && tag === null ? undefined : "no"}
          className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight"
        >
          {title ?? tag ?? <span className="text-muted-foreground">{t("untagged")}</span>}
        </h1>
        {title !== null && tag !== null && (
          <p translate="no" className="wrap-anywhere min-w-0 font-medium">
            {tag}
          </p>
        )}
        {tax_id !== null && (
          <p translate="no" className="wrap-anywhere min-w-0 font-mono text-sm">
            {tax_id}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm [&>details[open]]:w-full">
        <StatusMark status={status} />
        <FreshnessMark freshness={freshness} reading={reading} onRead={onRead} />
        <Details verification={verification} custody={custody} />
      </div>
    </header>
  );
}

type DetailsProps = { verification: VerificationDetail["verification"]; custody: ReactNode };

function Details({ verification, custody }: DetailsProps) {
  const t = useTranslations("verification.header");
  const meaningOf = useWords("statusMeaning");
  const [open, setOpen] = useState(false);
  const { verification_id, account_id, account_name, tax_id, created_at, created_at_text, status, status_at } =
    verification;
  const { extraction_completed_at: extracted_at, extraction_completed_at_text: extracted_text } = verification;
  return (
    <Collapsible data-printed className="text-xs" onOpenChange={setOpen}>
      <summary className="w-fit rounded text-muted-foreground print:hidden">{t("details")}</summary>
      <dl className="wrap-anywhere mt-2 mb-1 flex flex-wrap gap-x-8 gap-y-3">
        <Fact name={t("id")} className="print:hidden">
          <CopyId id={verification_id} label={t("copy")} />
        </Fact>
        {open && tax_id !== null && <RfcFact taxId={tax_id} />}
        {(account_id ?? account_name) !== null && (
          <Fact name={t("account")}>
            <span translate="no">{account_name}</span>{" "}
            <span translate="no" className="wrap-anywhere font-mono">
              {account_id}
            </span>
          </Fact>
        )}
        {(created_at ?? created_at_text) !== null && (
          <Fact name={t("created")}>
            {created_at === null ? t("createdAs", { text: created_at_text ?? "" }) : <ExactInstant at={created_at} />}
          </Fact>
        )}
        {extracted_at !== null && (
          <Fact name={t("extracted")}>
            <StatedInstant at={extracted_at} text={extracted_text} />
          </Fact>
        )}
        {status !== null && (
          <Fact name={t("status")} className="max-w-prose">
            {status_at !== null && <span>{t.rich("since", { at: () => <ExactInstant at={status_at} /> })} </span>}
            <span className="print:hidden">
              <span>{meaningOf(status) ?? t("statusUnnamed")}</span> {t("independent")}
            </span>
          </Fact>
        )}
        {custody}
      </dl>
    </Collapsible>
  );
}

type FreshnessProps = { freshness: Freshness; reading: boolean; onRead: () => void };

function FreshnessMark({ freshness, reading, onRead }: FreshnessProps) {
  const t = useTranslations("verification.freshness");
  const at = freshness.read_at;
  return (
    <span className="inline-flex items-center gap-1 text-muted-foreground text-xs print:hidden">
      <span>
        {reading ? (
          t("reading")
        ) : at === null ? (
          t("never")
        ) : (
          <span>{t.rich("read", { at: () => <RelativeInstant at={at} className="tabular-nums" /> })}</span>
        )}
      </span>
      <RefreshButton label={t("again")} reading={reading} said={t("reading")} onRead={onRead} />
    </span>
  );
}
