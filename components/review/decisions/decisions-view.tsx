"use client";

import { useQuery } from "@tanstack/react-query";
import { CloudOff, Download, Stamp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { IgnoredNote } from "#components/list/list-states.tsx";
import { useFilter } from "#components/list/use-filter.ts";
import { Retry } from "#components/page/buttons.tsx";
import { Form } from "#components/page/form.tsx";
import { Message } from "#components/page/message.tsx";
import { PageHeader } from "#components/page/page-header.tsx";
import { PrintButton } from "#components/page/print-button.tsx";
import { RecordZone, useRecordTime, useZoneName } from "#components/page/record-time.tsx";
import { RowsWaiting } from "#components/page/section.tsx";
import { SelectField } from "#components/page/select-field.tsx";
import { Signatures } from "#components/page/signatures.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { TextLink } from "#components/page/text-link.tsx";
import { useDayFormat } from "#components/page/time.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { type DecisionsPeriod, decisionsFile, decisionsOptions, decisionsParameters } from "#lib/browser/decisions.ts";
import { DECISIONS, MAX_DECISIONS, MAX_SEED } from "#lib/contract/review/log.ts";
import { EXCEPTION_CHOICES } from "#lib/contract/verifications/review-codes.ts";
import { Button } from "@/components/ui/button";
import { DecisionsTable } from "./decisions-table.tsx";

/** Number of rows that are rendered at first. The printed report has all rows. */
const RENDERED_ROWS = 200;

const SEED_DIGITS = 8;

/** `today` is the day in the zone of the policy. */
type Props = { today: string; timeZone: string };
type Asked = { asked: DecisionsPeriod };

/** The decisions of a period, by default of the month up to now, each with a link to its record. Can be downloaded, and printed as a report. */
export function DecisionsView({ today, timeZone }: Props) {
  const { filter, ignored } = useFilter(DECISIONS);
  const { from, to, seed } = filter;
  const asked = { ...filter, from: from ?? `${today.slice(0, 8)}01`, to: to ?? today, seed: seed ?? "" };
  const t = useTranslations("decisions");
  const record = useTranslations("decision");
  const zoneName = useZoneName();
  const query = useQuery(decisionsOptions(asked));
  const { data, error } = query;
  const [all, setAll] = useState(false);
  useBeforePrint(() => setAll(true));
  const shown = all ? data?.items : data?.items.slice(0, RENDERED_ROWS);
  return (
    <div className="max-w-7xl space-y-4">
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
      </PageHeader>
      <PeriodForm key={decisionsParameters(asked).toString()} asked={asked} />
      <RecordZone value={timeZone}>
        <PrintedHead asked={asked} timeZone={timeZone} />
      </RecordZone>
      {data && (
        <p role="status" className={data.total === 0 ? "sr-only" : "font-medium text-sm tabular-nums"}>
          <span>{t("count", { count: data.total })}</span>
          {asked.sample !== null && (
            <span>{` · ${t("sampled", { count: data.items.length, total: data.total, seed: asked.seed || "–" })}`}</span>
          )}
        </p>
      )}
      {error ? (
        <Message role="alert" level="h2" icon={<CloudOff aria-hidden />} title={t("failed")}>
          {error instanceof ApiError && error.status === 400 && <p>{t("tooMany", { most: MAX_DECISIONS })}</p>}
          <Retry query={query} size="default" />
        </Message>
      ) : !shown || !data ? (
        <RowsWaiting label={t("loading")} />
      ) : shown.length === 0 ? (
        <Message level="h2" icon={<Stamp aria-hidden />} title={t("empty")}>
          <p className="text-muted-foreground">{t("emptyBody")}</p>
          <TextLink href="/review">{t("emptyLink")}</TextLink>
        </Message>
      ) : (
        <>
          <DecisionsTable rows={shown} timeZone={timeZone} />
          {shown.length < data.items.length && (
            <Button variant="outline" size="sm" className="print:hidden" onClick={() => setAll(true)}>
              {t("more", { count: data.items.length })}
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
    </div>
  );
}

/** The period and the sample. The address contains both, so that a colleague sees the same rows. */
function PeriodForm({ asked }: Asked) {
  const t = useTranslations("decisions");
  const router = useRouter();
  const [exception, setException] = useState(asked.exception);
  const send = (typed: FormData) => {
    const text = (name: string) => String(typed.get(name) ?? "").trim();
    const sample = text("sample") === "" ? null : Number(text("sample"));
    const seed = text("seed") || crypto.randomUUID().slice(0, SEED_DIGITS);
    router.push(`/decisions?${decisionsParameters({ from: text("from"), to: text("to"), exception, sample, seed })}`);
  };
  return (
    <Form onSend={send} className="flex flex-wrap items-start gap-3 print:hidden">
      <div className="w-40">
        <TextField label={t("from")} name="from" type="date" required defaultValue={asked.from} />
      </div>
      <div className="w-40">
        <TextField label={t("to")} name="to" type="date" required defaultValue={asked.to} />
      </div>
      <SelectField
        label={t("exceptions")}
        values={["", ...EXCEPTION_CHOICES]}
        nameOf={(choice) => t(choice === "" ? "all" : `exception.${choice}`)}
        value={exception ?? ""}
        onChange={(choice) => setException(choice || null)}
        className="max-w-60"
      />
      <div className="w-40">
        <TextField
          label={t("sample")}
          hint={t("sampleHint")}
          name="sample"
          type="number"
          min={1}
          max={MAX_DECISIONS}
          defaultValue={asked.sample ?? ""}
        />
      </div>
      <div className="w-52">
        <TextField label={t("seed")} hint={t("seedHint")} name="seed" maxLength={MAX_SEED} defaultValue={asked.seed} />
      </div>
      <Button type="submit" className="mt-6.5">
        {t("draw")}
      </Button>
    </Form>
  );
}

function PrintedHead({ asked, timeZone }: Asked & Pick<Props, "timeZone">) {
  const t = useTranslations("decisions.printed");
  const words = useTranslations("decisions");
  const zoneName = useZoneName();
  const timeOf = useRecordTime();
  const [now, setNow] = useState<Date | null>(null);
  useBeforePrint(() => setNow(new Date()));
  const day = useDayFormat();
  return (
    <div className="hidden text-xs print:block">
      {asked.exception !== null && <p>{t("exception", { exception: words(`exception.${asked.exception}`) })}</p>}
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
