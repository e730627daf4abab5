"use client";

import { useQuery } from "@tanstack/react-query";
import { CloudOff, Dices, Download, Stamp } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Retry } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { IgnoredNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { Message } from "#components/kit/message.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { RecordZone, useRecordTime, useZoneName } from "#components/kit/record-time.tsx";
import { SearchBox } from "#components/kit/search-box.tsx";
import { RowsWaiting } from "#components/kit/section.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { Signatures } from "#components/kit/signatures.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { decisionsFile, decisionsOptions, decisionsParameters } from "#lib/desk/browser/decisions.ts";
import {
  type AuditedDecision,
  DECISION_SORTS,
  DECISIONS,
  type DecisionColumn,
  type DecisionSort,
  MAX_DECISIONS,
} from "#lib/desk/contract/review/log.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { containsWords } from "@/components/ui/search-words.ts";
import { type Asked, officerIn, PeriodForm } from "./decisions-form.tsx";
import { DecisionsTable, fileNameOf } from "./decisions-table.tsx";
import { DrawDialog } from "./draw-dialog.tsx";

/** Number of rows that are rendered at first. The printed report has all rows. */
const RENDERED_ROWS = 200;

/** `today` is the day in the zone of the policy. */
type Props = { today: string; timeZone: string };

/**
 * The decisions of a period, by default of the month up to now, the newest first, each with a link to its record. Can be
 * downloaded, and printed as a report. The text of a company may name a person, so it is in no address and no request.
 */
export function DecisionsView({ today, timeZone }: Props) {
  const { filter, ignored, change } = useFilter(DECISIONS);
  const { from, to, sort, ...others } = filter;
  const asked = { ...others, from: from ?? `${today.slice(0, 8)}01`, to: to ?? today };
  const t = useTranslations("decisions");
  const record = useTranslations("decision");
  const zoneName = useZoneName();
  const query = useQuery(decisionsOptions(asked));
  const { data, error } = query;
  const [all, setAll] = useState(false);
  useBeforePrint(() => setAll(true));
  const [company, setCompany] = useState("");
  const words = useTranslations("samples");
  const samples = useCurrentUser().may("samples.review");
  const [drawing, setDrawing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const locale = useLocale();
  const resolutions = useTranslations("review.resolution");
  const resolutionOf = ({ resolution }: AuditedDecision) => (resolution ? resolutions(resolution) : "");
  const found = data && shownDecisions(data.items, { sort, company, locale }, resolutionOf);
  const shown = all ? found : found?.slice(0, RENDERED_ROWS);
  const officers = data?.officers ?? [];
  const order = {
    now: sort,
    onSort: (one: string) => change({ sort: one as DecisionSort }),
    hintOf: (one: string) => t("orderBy", { descending: String(one.startsWith("-")) }),
  };
  return (
    <div className="@container max-w-7xl space-y-4">
      <IgnoredNote ignored={ignored} />
      <PageHeader title={t("title")} lede={t("about", { zone: zoneName(timeZone) })}>
        {(["csv", "xlsx"] as const).map((format) => (
          <Button key={format} asChild variant="outline" size="sm">
            <a href={decisionsFile(asked, format)} download>
              <Download aria-hidden />
              <span>{t(format)}</span>
            </a>
          </Button>
        ))}
        <PrintButton>{t("print")}</PrintButton>
        {samples && (
          <>
            <Button variant="outline" size="sm" asChild>
              <Link href="/decisions/samples" prefetch={false}>
                {words("open")}
              </Link>
            </Button>
            <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setDrawing(true)}>
              <Dices aria-hidden />
              <span>{words("draw.open")}</span>
            </Button>
          </>
        )}
      </PageHeader>
      <PeriodForm
        key={decisionsParameters(asked).toString()}
        asked={asked}
        officers={officers}
        sort={sort}
        hasTogether={data?.has_together === true}
      />
      <RecordZone value={timeZone}>
        <PrintedHead asked={asked} officers={officers} company={company} timeZone={timeZone} />
      </RecordZone>
      {data && found && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className={data.total === 0 ? "sr-only" : "mr-auto font-medium text-sm tabular-nums"}>
            <span>{t("count", { count: data.total - data.undone })}</span>
            {data.undone > 0 && (
              <span className="font-normal text-muted-foreground">{` · ${t("undoneCount", { count: data.undone })}`}</span>
            )}
            {company !== "" && <span>{` · ${t("found", { count: found.length })}`}</span>}
          </p>
          {data.items.length > 0 && (
            // Where the headings have no buttons.
            <div className="w-full @lg:max-w-xs @[60rem]:hidden print:hidden">
              <SelectField
                size="sm"
                label={t("order")}
                values={DECISION_SORTS}
                nameOf={(one) => t(`sort.${one}`)}
                value={sort}
                onChange={(one) => change({ sort: one })}
              />
            </div>
          )}
          {data.items.length > 0 && (
            <SearchBox
              label={t("company")}
              clearLabel={t("clearCompany")}
              placeholder={t("company")}
              text={company}
              onText={setCompany}
              field={field}
              className="basis-full @lg:max-w-xs @lg:basis-56 print:hidden"
            />
          )}
        </div>
      )}
      {error ? (
        <Message role="alert" level="h2" icon={<CloudOff aria-hidden />} title={t("failed")}>
          {error instanceof ApiError && error.status === 400 && <p>{t("tooMany", { most: MAX_DECISIONS })}</p>}
          <Retry query={query} size="default" />
        </Message>
      ) : !shown || !found ? (
        <RowsWaiting label={t("loading")} />
      ) : data.items.length === 0 ? (
        <Message level="h2" icon={<Stamp aria-hidden />} title={t("empty")}>
          <p className="text-muted-foreground">{t("emptyBody")}</p>
          <TextLink href="/review">{t("emptyLink")}</TextLink>
        </Message>
      ) : (
        <>
          <DecisionsTable rows={shown} timeZone={timeZone} order={order} />
          {shown.length < found.length && (
            <Button variant="outline" size="sm" className="print:hidden" onClick={() => setAll(true)}>
              {t("more", { count: found.length })}
            </Button>
          )}
        </>
      )}
      <Signatures
        lines={[
          { label: record("prepared"), name: null },
          { label: record("authorised"), name: null },
        ]}
      />
      {drawing && <DrawDialog asked={asked} onClosed={() => setDrawing(false)} />}
    </div>
  );
}

/** The decisions whose company or tag has all words of a text, in an order; equal ones the newest first. */
function shownDecisions(
  rows: readonly AuditedDecision[],
  { sort, company, locale }: { sort: DecisionSort; company: string; locale: string },
  resolutionOf: (row: AuditedDecision) => string,
): AuditedDecision[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const by: Record<DecisionColumn, (a: AuditedDecision, b: AuditedDecision) => number> = {
    at: (a, b) => compare(a.at, b.at) || a.entry_id - b.entry_id,
    title: (a, b) => compare(fileNameOf(a), fileNameOf(b)),
    resolution: (a, b) => compare(resolutionOf(a), resolutionOf(b)),
    exceptions: (a, b) => a.exceptions.length - b.exceptions.length,
  };
  const sign = sort.startsWith("-") ? -1 : 1;
  const chosen = by[sort.replace("-", "") as DecisionColumn];
  return rows
    .filter(({ title, tag }) => containsWords(`${title} ${tag}`, company))
    .sort((a, b) => sign * chosen(a, b) || by.at(b, a));
}

type HeadProps = Asked & Pick<Props, "timeZone"> & { company: string };

function PrintedHead({ asked, officers, company, timeZone }: HeadProps) {
  const t = useTranslations("decisions.printed");
  const words = useTranslations("decisions");
  const resolutions = useTranslations("review.resolution");
  const zoneName = useZoneName();
  const timeOf = useRecordTime();
  const [now, setNow] = useState<Date | null>(null);
  useBeforePrint(() => setNow(new Date()));
  const day = useDayFormat();
  return (
    <div className="hidden text-xs print:block">
      {asked.exception !== null && <p>{t("exception", { exception: words(`exception.${asked.exception}`) })}</p>}
      {asked.user !== null && <p>{`${words("officer")}: ${officerIn(officers, asked.user) ?? "–"}`}</p>}
      {asked.resolution !== null && <p>{`${words("column.resolution")}: ${resolutions(asked.resolution)}`}</p>}
      {asked.together !== null && <p>{words(`together.${asked.together}`)}</p>}
      {company !== "" && <p>{`${words("company")}: ${company}`}</p>}
      <p>{t("period", { from: day(asked.from), to: day(asked.to), zone: zoneName(timeZone) })}</p>
      {now && <p>{t("at", { at: timeOf(now.toISOString()) })}</p>}
    </div>
  );
}

/** Runs `prepare` before printing. The browser prints the page as it is when the handler returns. */
function useBeforePrint(prepare: () => void): void {
  const draw = useEffectEvent(() => flushSync(prepare));
  useEffect(() => {
    const before = () => draw();
    window.addEventListener("beforeprint", before);
    return () => window.removeEventListener("beforeprint", before);
  }, []);
}
