import { useFormatter, useTranslations } from "next-intl";
import { Fact } from "#components/kit/fact.tsx";
import { RecordZone, useRecordTime } from "#components/kit/record-time.tsx";
import { Signatures } from "#components/kit/signatures.tsx";
import { Time } from "#components/kit/time.tsx";
import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";

/** Digits of a folio before those of the root. */
const FOLIO_DIGITS = 6;
const ROOT_DIGITS = 8;
/** Groups of eight digits, for a reader who types the root from paper. */
const DIGIT_GROUP = /.{1,8}/g;

type Props = { head: SignedHead; state: Pick<EvidenceState, "time_zone" | "origin"> };

/** The head on paper: one page, with a folio and a place to sign. */
export function PrintedHead({ head, state: { time_zone, origin } }: Props) {
  const t = useTranslations("evidence.printed");
  const number = `${String(head.size).padStart(FOLIO_DIGITS, "0")}-${head.root.slice(0, ROOT_DIGITS)}`;
  return (
    <RecordZone value={time_zone}>
      <article className="hidden space-y-4 text-xs print:block">
        <header className="space-y-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
            <p className="tabular-nums">{t("folio", { number })}</p>
          </div>
          <p className="wrap-anywhere">{t("of", { origin })}</p>
        </header>
        <Facts head={head} />
        <p>{t("proves")}</p>
        <p>{t("check")}</p>
        <Signatures
          lines={[
            { label: t("printedBy"), name: null },
            { label: t("keptBy"), name: null },
          ]}
        />
      </article>
    </RecordZone>
  );
}

function Facts({ head: { size, root, at, signature, public_key } }: { head: SignedHead }) {
  const t = useTranslations("evidence.head");
  const format = useFormatter();
  const recordTime = useRecordTime();
  return (
    <dl className="wrap-anywhere space-y-3">
      <Fact name={t("size")} className="tabular-nums">
        {format.number(size)}
      </Fact>
      <Fact name={t("at")}>
        <Time at={at}>{recordTime(at)}</Time>
        <span translate="no" className="block font-mono">
          {at}
        </span>
      </Fact>
      <Fact name={t("root")}>
        <span translate="no" className="font-mono text-sm">
          {root.match(DIGIT_GROUP)?.join(" ")}
        </span>
      </Fact>
      <Fact name={t("signature")}>
        <span translate="no" className="font-mono">
          {signature}
        </span>
      </Fact>
      <Fact name={t("public_key")}>
        <span translate="no" className="whitespace-pre-wrap font-mono">
          {public_key.trim()}
        </span>
      </Fact>
    </dl>
  );
}
