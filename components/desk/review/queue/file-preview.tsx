import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { ReviewFacts } from "#components/desk/review/review-bar.tsx";
import { FindingsSection } from "#components/desk/verification/findings-section.tsx";
import { DocumentsMeter } from "#components/kit/documents-meter.tsx";
import { FailedMark, StatusMark } from "#components/kit/marks.tsx";
import { Section } from "#components/kit/section.tsx";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { colleaguesAt, subscribeToPresence } from "#lib/core/browser/presence.ts";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { VerificationDetail, VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/skeleton";
import { idOf, type Queue } from "./use-queue.ts";

/** The first file of the queue that no colleague has open, while the reader has opened none. */
export function usePreview({ rows, outdated }: Queue, file: string | null): VerificationSummary | null {
  const first = useSyncExternalStore(
    subscribeToPresence,
    () => rows.find((row) => colleaguesAt(idOf(row)).length === 0) ?? null,
    () => rows[0] ?? null,
  );
  return file !== null || outdated ? null : first;
}

type Props = { row: VerificationSummary; onOpen: () => void };

/**
 * A file that is not opened: only the read model is queried, and neither an opening nor a visit is recorded. It contains
 * no data of people and no control that acts on the file.
 */
export function FilePreview({ row, onOpen }: Props) {
  const t = useTranslations("review-queue.preview");
  const { title, tag, tax_id, status, documents_status, review } = row;
  const id = idOf(row);
  const { data } = useQuery(verificationOptions(id));
  const name = tag ?? shortId(id);
  return (
    <section aria-label={t("label")} className="min-w-0 space-y-4 max-lg:hidden print:hidden">
      <div className="flex items-center justify-between gap-6 rounded-md border border-border border-dashed py-2 pr-2 pl-4 text-[0.8125rem]">
        <p className="text-muted-foreground">
          <span className="font-medium text-foreground">{t("label")}</span> · {t("about")}
        </p>
        <Button size="sm" variant="outline" onClick={onOpen}>
          {t("open")}
          <Kbd aria-hidden>Enter</Kbd>
        </Button>
      </div>
      <div className="@container relative space-y-4">
        <div className="space-y-1">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 translate="no" className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">
              {/* Stretched over the whole preview. */}
              <Button
                variant={null}
                size={null}
                onClick={onOpen}
                className="inline shrink whitespace-normal rounded text-left font-semibold after:absolute after:inset-0"
              >
                {title ?? name}
              </Button>
            </h2>
            {title !== null && <p className="font-medium">{name}</p>}
            {tax_id !== null && (
              <p translate="no" className="wrap-anywhere font-mono text-sm">
                {tax_id}
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <StatusMark status={status} />
            <DocumentsMeter status={documents_status} />
          </div>
        </div>
        {review && (
          <Card className="block px-4 py-2.5 text-sm">
            <ReviewFacts review={review} whyNot={null} />
          </Card>
        )}
        {data ? <PreviewedFacts detail={data} /> : <Skeleton className="h-64" />}
      </div>
    </section>
  );
}

function PreviewedFacts({ detail: { findings, findings_runs, items, verification } }: { detail: VerificationDetail }) {
  const t = useTranslations("verification.items");
  const typeWords = useWords("itemType");
  const causeOf = useItemErrorCause();
  const failed = items.filter(({ problem }) => problem !== null);
  return (
    <div
      className={cn(
        // These controls are above the stretched button of the heading.
        "grid grid-cols-1 items-start gap-4 [&_:is(a,button,summary)]:relative [&_:is(a,button,summary)]:z-1",
        failed.length > 0 && "@[46rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
      )}
    >
      <FindingsSection current={findings} runs={findings_runs} items={items} file={verification} />
      {failed.length > 0 && (
        <Section id="failed" title={t("needAttention", { count: failed.length })}>
          <ul className="space-y-2 text-sm">
            {failed.map(({ item_id, item_type: type, item_error: error }) => (
              <li key={item_id} className="wrap-anywhere">
                <FailedMark>
                  <span className="font-normal text-foreground">
                    {type === null ? t("noType") : (typeWords(type) ?? type)}
                  </span>
                </FailedMark>
                {error !== null && <span className="text-muted-foreground">{` · ${causeOf(error) ?? error}`}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
