"use client";

import { Stamp } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { KeptWords } from "#components/desk/custody/kept-words.tsx";
import { ExceptionsList } from "#components/desk/review/exceptions-list.tsx";
import { BackLink } from "#components/kit/back-link.tsx";
import { useCrumb } from "#components/kit/crumbs.ts";
import { Fact } from "#components/kit/fact.tsx";
import { StatusMark } from "#components/kit/marks.tsx";
import { Message } from "#components/kit/message.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { RecordInstant, RecordZone } from "#components/kit/record-time.tsx";
import { Signatures } from "#components/kit/signatures.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { useDocumentsStatusName } from "#components/kit/words.tsx";
import type { DecisionRecord, DecisionStep } from "#lib/desk/contract/review/decision-record.ts";
import { unresolvedPeople } from "#lib/desk/contract/review/exceptions.ts";
import { type OpenedPdf, SHORT_DIGEST } from "#lib/desk/contract/review/opened-pdf.ts";
import { fileName } from "#lib/platform/contract/text.ts";
import { Card } from "@/components/ui/card";
import { DecidedDates, DecidedFindings, DecidedItems, DecidedPeople } from "./decided-facts.tsx";

/** Digits of a folio: enough for nearly all installations. */
const FOLIO_DIGITS = 6;

/** A decision for filing: outcome, author, time, exceptions and its whole basis, on one or two pages. */
export function DecisionRecordView({ record }: { record: DecisionRecord }) {
  const t = useTranslations("decision");
  const resolution = useTranslations("review.resolution");
  const custody = useTranslations("custody");
  const day = useDayFormat();
  const { file, steps, proposed, exceptions, basis } = record;
  useCrumb(file.verification_id, fileName(file));
  const name = [file.title, file.tag, file.tax_id].filter((part) => part !== null).join(" · ");
  return (
    <RecordZone value={record.time_zone}>
      <article className="max-w-3xl space-y-6 text-sm print:max-w-none print:space-y-1.5 print:text-xs">
        <PageHeader
          title={t("title")}
          back={<BackToFile verificationId={file.verification_id} />}
          facts={
            <div className="wrap-anywhere space-y-1">
              <div className="flex flex-wrap gap-x-4">
                {name !== "" && (
                  <p className="font-medium">
                    <WholeTags>{name}</WholeTags>
                  </p>
                )}
                <p className="tabular-nums">
                  {t("folio", { number: String(record.entry_id).padStart(FOLIO_DIGITS, "0") })}
                </p>
              </div>
              <p translate="no" className="font-mono text-muted-foreground text-xs">
                {file.verification_id}
              </p>
            </div>
          }
        >
          <PrintButton>{t("print")}</PrintButton>
        </PageHeader>
        <section aria-labelledby="resolution">
          <Card>
            <h2 id="resolution" className="flex items-center gap-2 font-semibold text-base">
              <Stamp aria-hidden className="size-4 shrink-0" />
              {resolution(record.resolution)}
            </h2>
            {!record.stands && <p className="font-medium text-waiting">{t("earlier")}</p>}
            {proposed && (
              <p className="wrap-anywhere">
                {t.rich("proposed", {
                  resolution: resolution(proposed.resolution),
                  name: proposed.user ?? t("gone"),
                  at: () => <RecordInstant at={proposed.at} />,
                })}
              </p>
            )}
            <dl className="wrap-anywhere grid gap-x-8 gap-y-3 sm:grid-cols-2 print:grid-cols-2 print:gap-y-2">
              {steps.map((step) => (
                <Step key={`${step.kind} ${step.at}`} step={step} />
              ))}
              <Reason reason={record.reason} />
              {record.together !== null && (
                <Fact name={t("together.name")}>{t("together.others", { count: record.together })}</Fact>
              )}
              {record.review_on !== null && <Fact name={t("reviewOn")}>{day(record.review_on)}</Fact>}
              <Fact name={t("policy")}>{t("version", { version: record.policy_version })}</Fact>
              {record.kept !== null && (
                <Fact name={custody("name")} className="sm:col-span-2 print:col-span-2">
                  <KeptWords kept={record.kept} />
                </Fact>
              )}
              {record.words !== null && (
                <Fact name={t("words")} className="sm:col-span-2 print:col-span-2">
                  <span className="whitespace-pre-line">{record.words}</span>
                </Fact>
              )}
              <Fact name={t("id")} className="sm:col-span-2 print:col-span-2">
                <span translate="no" className="font-mono text-xs">
                  {record.decision_id}
                </span>
              </Fact>
              <Fact name={t("digest")} className="sm:col-span-2 print:col-span-2">
                <span translate="no" className="font-mono text-xs">
                  {record.digest}
                </span>
              </Fact>
            </dl>
            {exceptions.length > 0 && (
              <div>
                <h3 className="mb-1 text-muted-foreground text-xs">{t("exceptions")}</h3>
                <ExceptionsList
                  verificationId={file.verification_id}
                  exceptions={exceptions}
                  facts={{ ...basis, people: unresolvedPeople(basis.people) }}
                  words={(exception, count) => t(`exception.${exception}`, { count })}
                />
              </div>
            )}
            <p className="border-border border-t pt-3 text-muted-foreground">{t("local")}</p>
          </Card>
        </section>
        <div className="space-y-3">
          <h2 className="font-semibold text-base">{t("basis")}</h2>
          <Statuses basis={basis} names={record.label_names} />
        </div>
        <DecidedFindings run={basis.run} />
        <DecidedItems items={basis.items} />
        <DecidedDates dates={basis.dates} names={record.document_names} />
        <DecidedPeople people={basis.people} verificationId={file.verification_id} />
        <Signatures
          lines={[
            { label: t("prepared"), name: steps[0]?.user ?? null },
            { label: t("authorised"), name: steps.findLast(({ kind }) => kind === "approved")?.user ?? null },
          ]}
        />
      </article>
    </RecordZone>
  );
}

function Step({ step: { kind, at, user, words, pdfs } }: { step: DecisionStep }) {
  const t = useTranslations("decision");
  const isNamed = kind === "submitted" || kind === "approved" || kind === "ratified";
  return (
    <Fact name={t(`step.${isNamed ? kind : "decided"}`)}>
      <span>{user ?? t("gone")}</span>
      <span className="block text-muted-foreground text-xs">
        <RecordInstant at={at} />
      </span>
      {words !== null && <span className="block whitespace-pre-line">“{words}”</span>}
      {pdfs !== null && <OpenedPdfs pdfs={pdfs} />}
    </Fact>
  );
}

function OpenedPdfs({ pdfs }: { pdfs: readonly OpenedPdf[] }) {
  const t = useTranslations("decision");
  const format = useFormatter();
  const named = pdfs.map(({ people_id, sha256 }) =>
    t("pdf", { id: String(people_id), digest: sha256.slice(0, SHORT_DIGEST) }),
  );
  return (
    <span className="block text-muted-foreground text-xs">
      {named.length === 0 ? t("noPdfs") : t("pdfs", { list: format.list(named) })}
    </span>
  );
}

function Reason({ reason }: Pick<DecisionRecord, "reason">) {
  const t = useTranslations("decision");
  const locale = useLocale();
  if (!reason) return null;
  return (
    <Fact name={t("reason")}>
      {(locale === "en" ? reason.en : reason.es) ?? <code translate="no">{reason.code}</code>}
    </Fact>
  );
}

type StatusesProps = Pick<DecisionRecord, "basis"> & { names: DecisionRecord["label_names"] };

function Statuses({ basis: { status, documents_status, reopened_at, labels }, names }: StatusesProps) {
  const t = useTranslations("decision");
  const unknown = useTranslations("verification.timeline");
  const documents = useDocumentsStatusName();
  return (
    <dl className="wrap-anywhere flex flex-wrap gap-x-8 gap-y-3">
      <Fact name={t("status")}>
        <StatusMark status={status} />
      </Fact>
      <Fact name={t("documentsStatus")}>
        {documents_status === null ? unknown("unknown") : documents(documents_status)}
      </Fact>
      {reopened_at !== null && (
        <Fact name={t("reopened")}>
          <RecordInstant at={reopened_at} />
        </Fact>
      )}
      {labels.length > 0 && <Fact name={t("labels")}>{labels.map((label) => names[label] ?? label).join(", ")}</Fact>}
    </dl>
  );
}

function BackToFile({ verificationId }: { verificationId: string }) {
  const t = useTranslations("decision");
  return <BackLink href={`/verifications/${encodeURIComponent(verificationId)}`}>{t("back")}</BackLink>;
}

/** Shown instead of a record if the decision is absent, awaits approval, or was reopened. */
export function NoDecision({ verificationId, name }: { verificationId: string; name: string | null }) {
  const t = useTranslations("decision");
  useCrumb(verificationId, name);
  return (
    <Message icon={<Stamp aria-hidden />} title={t("none")}>
      <p className="text-muted-foreground">{t("noneBody")}</p>
      <BackToFile verificationId={verificationId} />
    </Message>
  );
}
