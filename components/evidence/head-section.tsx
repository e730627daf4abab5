import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "#components/page/copy.tsx";
import { Fact } from "#components/page/fact.tsx";
import { PrintButton } from "#components/page/print-button.tsx";
import { Remark } from "#components/page/remark.tsx";
import { saveFile } from "#components/page/save-file.ts";
import { RefreshButton, Section } from "#components/page/section.tsx";
import { ExactInstant, useClock } from "#components/page/time.tsx";
import { useShownCount } from "#components/page/words.tsx";
import type { SignedHead } from "#lib/contract/evidence/head.ts";
import type { EvidenceState } from "#lib/contract/evidence/state.ts";
import { lowerBoundOf } from "#lib/contract/pages.ts";
import { Button } from "@/components/ui/button";

/** Twice the usual delay of sealing under load: the worker does not run, or is far behind. */
const LATE_MS = 600_000;

type Props = {
  head: SignedHead;
  unsealed: EvidenceState["unsealed"];
  query: { isFetching: boolean; refetch: () => unknown };
};

/** The file that `npm run evidence -- check --head` takes. */
const fileOf = (head: SignedHead): string => `${JSON.stringify(head, null, 2)}\n`;

/** The newest head, to store outside the installation: as a file, as text, or on paper. */
export function HeadSection({ head, unsealed, query }: Props) {
  const t = useTranslations("evidence.head");
  const format = useFormatter();
  const save = () =>
    saveFile(new Blob([fileOf(head)], { type: "application/json" }), `evidence-head-${head.size}.json`);
  return (
    <Section
      id="head"
      title={t("title")}
      aside={
        <RefreshButton
          label={t("again")}
          said={t("reading")}
          reading={query.isFetching}
          onRead={() => query.isFetching || query.refetch()}
        />
      }
    >
      <div className="space-y-4 text-sm">
        <dl className="wrap-anywhere grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Fact name={t("size")} className="tabular-nums">
            {format.number(head.size)}
          </Fact>
          <Fact name={t("at")}>
            <ExactInstant at={head.at} seconds />
          </Fact>
          <Fact name={t("root")} className="sm:col-span-2">
            <span translate="no" className="font-mono text-xs">
              {head.root}
            </span>
          </Fact>
          <Fact name={t("signature")} className="sm:col-span-2">
            <span translate="no" className="font-mono text-xs">
              {head.signature}
            </span>
          </Fact>
          <Fact name={t("publicKey")} className="sm:col-span-2">
            <span translate="no" className="whitespace-pre-wrap font-mono text-xs">
              {head.public_key.trim()}
            </span>
          </Fact>
        </dl>
        <Unsealed unsealed={unsealed} />
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={save}>
            <Download aria-hidden />
            {t("download")}
          </Button>
          <CopyButton size="sm" text={() => fileOf(head)}>
            {t("copy")}
          </CopyButton>
          <PrintButton>{t("print")}</PrintButton>
        </div>
        <p className="max-w-prose text-muted-foreground text-xs">{t("keep")}</p>
      </div>
    </Section>
  );
}

function Unsealed({ unsealed: { count, since } }: Pick<Props, "unsealed">) {
  const t = useTranslations("evidence.unsealed");
  const shown = useShownCount();
  const now = useClock();
  if (since === null) return <Remark mark="good">{t("none")}</Remark>;
  const isLate = now.getTime() - Date.parse(since) > LATE_MS;
  return (
    <Remark mark={isLate ? "warning" : "open"}>
      {t.rich("some", {
        count: lowerBoundOf(count),
        shown: shown(count),
        at: () => <ExactInstant at={since} seconds />,
      })}
      {isLate && <span>{` ${t("late")}`}</span>}
    </Remark>
  );
}
