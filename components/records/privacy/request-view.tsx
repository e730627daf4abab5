"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ShortCurp } from "#components/core/people/short-curp.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { RowLink } from "#components/kit/section-rows.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { ActionFailure, useErrorWords } from "#components/kit/words.tsx";
import { arcoOptions, openArcoCurp } from "#lib/records/browser/arco.ts";
import { type ArcoDetail, type ArcoStep, lastText, paperOf } from "#lib/records/contract/privacy/arco.ts";
import { Button } from "@/components/ui/button";
import { KeptSection, nameOfKept } from "./kept-section.tsx";
import { DueMark, folioOf, StateBadge, useSubjectName } from "./request-parts.tsx";
import { type StepAction, StepDialog } from "./step-dialogs.tsx";

/** A request: its facts, the steps that its state allows, the stored data about its subject, and its history. */
export function RequestView({ requestId }: { requestId: string }) {
  const t = useTranslations("arco");
  const problem = useErrorWords("arco.problem");
  const request = useQuery(arcoOptions(requestId));
  return (
    <div className="max-w-4xl space-y-5">
      {!request.data && (
        <PageHeader title={t("title")} back={<BackLink href="/privacy">{t("detail.back")}</BackLink>} />
      )}
      <Loaded query={request} label={t("detail.loading")} height="h-64" failed={(error) => problem(error)}>
        {(detail) => <Detail detail={detail} />}
      </Loaded>
    </div>
  );
}

function Detail({ detail }: { detail: ArcoDetail }) {
  const t = useTranslations("arco");
  const subjectName = useSubjectName();
  usePageCrumb(t("folio", { folio: folioOf(detail) }));
  const [step, setStep] = useState<StepAction | null>(null);
  const { kind, subject, state, due_at, extended, overdue } = detail;
  const steps: StepAction[] = [
    ...(state === "open" ? (["answer"] as const) : []),
    ...(state === "answered" && due_at !== null ? (["execute"] as const) : []),
    ...(due_at !== null && !extended && !overdue ? (["extend"] as const) : []),
  ];
  const paper = paperOf(detail);
  return (
    <>
      <PageHeader
        title={t("detail.title", { kind: t(`kind.${kind}`), subject: subjectName(subject) })}
        back={<BackLink href="/privacy">{t("detail.back")}</BackLink>}
        facts={<p className="text-sm tabular-nums">{t("folio", { folio: folioOf(detail) })}</p>}
      >
        {steps.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === "extend" ? "outline" : "default"}
            aria-haspopup="dialog"
            onClick={() => setStep(each)}
          >
            {t(`detail.${each}`)}
          </Button>
        ))}
        <Button size="sm" variant="outline" asChild>
          <Link href={`/privacy/${detail.request_id}/${paper}`} prefetch={false}>
            <Printer aria-hidden />
            <span>{t(`paper.${paper}.open`)}</span>
          </Link>
        </Button>
      </PageHeader>
      <Section id="facts" title={t("detail.facts")}>
        <Facts detail={detail} onIdentify={() => setStep("identify")} />
      </Section>
      <KeptSection detail={detail} />
      <Section
        id="log"
        title={t("detail.log")}
        aside={
          <Button size="xs" variant="outline" aria-haspopup="dialog" onClick={() => setStep("note")}>
            {t("detail.note")}
          </Button>
        }
        flush
      >
        <Log log={detail.log} />
      </Section>
      {step && <StepDialog request={detail} action={step} onClosed={() => setStep(null)} />}
    </>
  );
}

/** The state, dates, identity document, CURP and file of the request; kind, name and folio are in the header. */
function Facts({ detail, onIdentify }: { detail: ArcoDetail; onIdentify: () => void }) {
  const t = useTranslations("arco");
  const { verification_id } = detail.subject;
  const { file } = detail.kept;
  const identified = lastText(detail.log, "identified");
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-4 text-sm">
      <Fact name={t("detail.state")}>
        <span className="flex flex-wrap gap-2">
          <StateBadge request={detail} />
        </span>
      </Fact>
      {detail.due_at !== null && (
        <Fact name={t("detail.dueAt")}>
          <DueMark request={detail} />
        </Fact>
      )}
      <Fact name={t("detail.receivedAt")}>
        <ExactInstant at={detail.received_at} />
      </Fact>
      <Fact name={t("identify.text")} className="wrap-anywhere">
        <div className="space-y-1">
          <p className={identified === null ? "text-muted-foreground" : undefined}>
            {identified ?? t("identify.none")}
          </p>
          <Button size="xs" variant="outline" aria-haspopup="dialog" onClick={onIdentify}>
            {t("detail.identify")}
          </Button>
        </div>
      </Fact>
      {detail.outcome !== null && <Fact name={t("detail.outcome")}>{t(`outcome.${detail.outcome}`)}</Fact>}
      {detail.subject.curp !== null && (
        <Fact name={t("curp")}>
          <SubjectCurp request_id={detail.request_id} shown={detail.subject.curp} />
        </Fact>
      )}
      {verification_id !== null && (
        <Fact name={t("detail.file")} className="wrap-anywhere sm:col-span-2">
          {file?.state === "known" ? (
            <RowLink href={`/verifications/${encodeURIComponent(file.verification_id)}`}>
              <WholeTags>{nameOfKept(file.verification_id, detail.kept.files)}</WholeTags>
            </RowLink>
          ) : (
            <span translate="no" className="font-mono">
              {verification_id}
            </span>
          )}
        </Fact>
      )}
    </dl>
  );
}

/** The first and last characters of the CURP. The reader can request the whole CURP, which the audit trail records. */
function SubjectCurp({ request_id, shown }: { request_id: string; shown: string }) {
  const t = useTranslations("arco.detail");
  const whole = useMutation({ mutationFn: () => openArcoCurp(request_id), gcTime: 0 });
  if (whole.data)
    return (
      <span translate="no" className="wrap-anywhere font-mono">
        {whole.data}
      </span>
    );
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-center gap-2">
        <ShortCurp shown={shown} />
        <Button size="sm" variant="outline" aria-disabled={whole.isPending} onClick={() => whole.mutate()}>
          {t("showCurp")}
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">{t("curpNote")}</p>
      <ActionFailure words="arco.problem" error={whole.error} />
    </div>
  );
}

function Log({ log }: { log: readonly ArcoStep[] }) {
  const t = useTranslations("arco");
  if (log.length === 0) return <EmptySection>{t("detail.none")}</EmptySection>;
  return (
    <ol className="divide-y divide-border">
      {log.map(({ step, at, by, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end.
        <li key={place} className="space-y-1 px-4 py-3 text-sm">
          <p className="flex flex-wrap gap-x-3">
            <span className="font-medium">{t(`step.${step}`)}</span>
            <span className="text-muted-foreground text-xs leading-5">
              <span>{by ?? t("detail.somebody")}</span>
              <span> · </span>
              <ExactInstant at={at} />
            </span>
          </p>
          {text !== null && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
        </li>
      ))}
    </ol>
  );
}
