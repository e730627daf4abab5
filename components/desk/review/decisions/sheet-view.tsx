"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Signature } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { Section } from "#components/kit/section.tsx";
import { Signatures } from "#components/kit/signatures.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { samplesKey, sheetFile, sheetOptions } from "#lib/desk/browser/samples.ts";
import { reviewedOf, type SampleSheet } from "#lib/desk/contract/review/sample.ts";
import { api } from "#lib/platform/browser/api.ts";
import { dotted } from "#lib/platform/contract/text.ts";
import { Button } from "@/components/ui/button";
import { DecisionsZone } from "./decisions-table.tsx";
import { ByAndAt, Progress, SignatureMark } from "./sample-parts.tsx";
import { SampledRow } from "./sampled-row.tsx";

/** The worksheet of a sample. */
export function SheetView({ sampleId }: { sampleId: string }) {
  const t = useTranslations("samples");
  const problem = useErrorWords("samples.problem");
  const query = useQuery(sheetOptions(sampleId));
  return (
    <div className="max-w-7xl space-y-5">
      {!query.data && <PageHeader title={t("sheet")} back={<Back />} />}
      <Loaded query={query} label={t("loadingSheet")} height="h-64" failed={(error) => problem(error)}>
        {(sheet) => <Sheet sheet={sheet} />}
      </Loaded>
    </div>
  );
}

const Back = () => <BackLink href="/decisions/samples">{useTranslations("samples")("backToList")}</BackLink>;

/** The decision whose form is open, and the one whose form was open before. */
type OpenForm = { id: number | null; closed: number | null };

function Sheet({ sheet }: { sheet: SampleSheet }) {
  const t = useTranslations("samples");
  const day = useDayFormat();
  const { sample_id, size, population, kept, items, signed, source } = sheet;
  usePageCrumb(t("crumb", { day: day(sheet.drawn_at.slice(0, 10)) }));
  const [signing, setSigning] = useState(false);
  const nextAfter = (saved?: number) =>
    items.find(({ entry_id, result, own }) => result === null && !own && entry_id !== saved)?.entry_id ?? null;
  // The first form is open from the start and takes no focus. An open form stays open when a colleague enters a result.
  const [open, setOpen] = useState<OpenForm>(() => ({ id: nextAfter(), closed: null }));
  const reviewed = reviewedOf(sheet);
  return (
    <>
      <PageHeader
        title={t("heading", { size, population })}
        back={<Back />}
        facts={
          <div className="space-y-1 pt-1">
            <Progress sample={sheet} />
            <SignatureMark sample={sheet} />
          </div>
        }
      >
        {(["csv", "xlsx"] as const).map((format) => (
          <Button key={format} asChild variant="outline" size="sm">
            <a href={sheetFile(sample_id, format)} download>
              <Download aria-hidden />
              <span>{t(format)}</span>
            </a>
          </Button>
        ))}
        <PrintButton>{t("print")}</PrintButton>
        {!signed && reviewed > 0 && (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setSigning(true)}>
            <Signature aria-hidden />
            <span>{t("sign.open")}</span>
          </Button>
        )}
      </PageHeader>
      <Facts sheet={sheet} />
      {kept < size && <p className="text-muted-foreground text-sm">{t("gone", { count: size - kept })}</p>}
      {signed && signed.digest !== sheet.digest && <p className="text-sm text-waiting">{t("changedSince")}</p>}
      <Section id="decisions" title={t("decisions")} count={kept} flush>
        <DecisionsZone value={source.time_zone}>
          <ul className="divide-y divide-border">
            {items.map((item) => (
              <SampledRow
                key={item.entry_id}
                sampleId={sample_id}
                item={item}
                isOpen={signed === null && item.entry_id === open.id}
                takesFocus={open.closed !== null && item.entry_id === (open.id ?? open.closed)}
                isSigned={signed !== null}
                onOpen={() => setOpen({ id: item.entry_id, closed: open.id ?? item.entry_id })}
                onSaved={() => setOpen({ id: nextAfter(item.entry_id), closed: item.entry_id })}
                onClosed={() => setOpen({ id: null, closed: item.entry_id })}
              />
            ))}
          </ul>
        </DecisionsZone>
      </Section>
      <Signatures
        lines={[
          { label: t("paper.reviewed"), name: signed?.by_name ?? null },
          { label: t("paper.authorised"), name: null },
        ]}
      />
      {signing && (
        <ChangeDialog
          of="samples.sign"
          about={t("sign.about", { missing: kept - reviewed })}
          act={() =>
            api("POST /api/review/samples/{sample_id}/sign-off", {
              params: { sample_id },
              body: { digest: sheet.digest },
            })
          }
          changes={[samplesKey]}
          onClosed={() => setSigning(false)}
          failure={{ words: "samples.problem" }}
        />
      )}
    </>
  );
}

function Facts({ sheet: { source, seed, drawn_by_name, drawn_at, signed } }: { sheet: SampleSheet }) {
  const t = useTranslations("samples");
  const decisions = useTranslations("decisions");
  const resolutions = useTranslations("review.resolution");
  const day = useDayFormat();
  const filters = [
    source.exception && `${decisions("exceptions")}: ${decisions(`exception.${source.exception}`)}`,
    source.user && `${decisions("officer")}: ${source.user_name ?? "–"}`,
    source.resolution && `${decisions("column.resolution")}: ${resolutions(source.resolution)}`,
    source.together && decisions(`together.${source.together}`),
  ].filter((filter) => filter !== null);
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-4 text-sm">
      <Fact name={t("fact.period")}>{t("period", { from: day(source.from), to: day(source.to) })}</Fact>
      <Fact name={t("fact.filters")} className="wrap-anywhere">
        {dotted(filters) || t("fact.noFilters")}
      </Fact>
      <Fact name={t("fact.drawnBy")} className="wrap-anywhere">
        <ByAndAt name={drawn_by_name} at={drawn_at} />
      </Fact>
      <Fact name={t("fact.seed")} className="wrap-anywhere">
        {seed}
      </Fact>
      {signed && (
        <Fact name={t("digest")} className="col-span-full">
          <span translate="no" className="wrap-anywhere font-mono text-xs">
            {signed.digest}
          </span>
        </Fact>
      )}
    </dl>
  );
}
