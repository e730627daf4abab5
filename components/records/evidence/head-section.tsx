import { Archive, Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { CopyButton } from "#components/kit/copy.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Folded } from "#components/kit/folded.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { RefreshButton, Section } from "#components/kit/section.tsx";
import { ExactInstant, useClock } from "#components/kit/time.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import { lowerBoundOf } from "#lib/platform/contract/pages.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";
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

/** The primary action of the page: the newest head as a file, to store outside the installation. */
export function DownloadHead({ head }: Pick<Props, "head">) {
  const t = useTranslations("evidence.head");
  const save = () =>
    saveFile(new Blob([fileOf(head)], { type: "application/json" }), `evidence-head-${head.size}.json`);
  return (
    <Button onClick={save}>
      <Download aria-hidden />
      {t("download")}
    </Button>
  );
}

/** The newest head: what it proves, then its text and its digits. */
export function HeadSection({ head, unsealed, query }: Props) {
  const t = useTranslations("evidence.head");
  const format = useFormatter();
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
        <div className="max-w-prose space-y-2">
          <Remark mark="good">
            {t.rich("means", { size: format.number(head.size), at: () => <ExactInstant at={head.at} seconds /> })}
          </Remark>
          <Unsealed unsealed={unsealed} />
          <Remark mark={Archive}>{t("keep")}</Remark>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton size="sm" text={() => fileOf(head)}>
            {t("copy")}
          </CopyButton>
          <PrintButton>{t("print")}</PrintButton>
        </div>
        <Folded later={false} summary={t("digits")} className="text-xs" summaryClass="text-muted-foreground">
          <dl className="wrap-anywhere space-y-3 pt-3">
            {(["root", "signature", "public_key"] as const).map((name) => (
              <Fact key={name} name={t(name)}>
                <span translate="no" className="whitespace-pre-wrap font-mono">
                  {head[name].trim()}
                </span>
              </Fact>
            ))}
          </dl>
        </Folded>
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
