"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BackLink } from "#components/kit/back-link.tsx";
import { useCrumb, usePageCrumb } from "#components/kit/crumbs.ts";
import { Fact } from "#components/kit/fact.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { PrintButton } from "#components/kit/print-button.tsx";
import { RecordInstant, RecordZone } from "#components/kit/record-time.tsx";
import { Signatures } from "#components/kit/signatures.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { arcoOpeningsOptions, arcoOptions } from "#lib/records/browser/arco.ts";
import {
  type ArcoDetail,
  type ArcoPaper,
  type ArcoStep,
  lastText,
  MAX_ARCO_OPENINGS,
  type PersonOpenings,
  paperOf,
} from "#lib/records/contract/privacy/arco.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLabel } from "@/components/ui/field";
import { folioOf, useSubjectName } from "./request-parts.tsx";

type Props = {
  requestId: string;
  paper: ArcoPaper;
  /** The company that answers the request; null if the name of its account is not known. */
  company: string | null;
};

/** The receipt of a request, or the letter with its answer, as the requester gets it. */
export function RequestPaper({ requestId, paper, company }: Props) {
  const t = useTranslations("arco.paper");
  const problem = useErrorWords("arco.problem");
  const request = useQuery(arcoOptions(requestId));
  useCrumb(`/privacy/${requestId}`, request.data ? t("folio", { folio: folioOf(request.data) }) : null);
  usePageCrumb(t(`${paper}.open`));
  const isReady = request.data && (paper === "receipt" || paperOf(request.data) === "answer");
  return (
    <article className="max-w-3xl space-y-5 text-sm print:max-w-none">
      <PageHeader
        title={t(`${paper}.title`)}
        back={<BackLink href={`/privacy/${requestId}`}>{t("back")}</BackLink>}
        facts={request.data && <p className="tabular-nums">{t("folio", { folio: folioOf(request.data) })}</p>}
      >
        {isReady && <PrintButton>{t("print")}</PrintButton>}
      </PageHeader>
      <Loaded query={request} label={t("loading")} height="h-64" failed={(error) => problem(error)}>
        {(detail) => (
          <RecordZone value={detail.time_zone}>
            {isReady ? <Paper detail={detail} paper={paper} company={company} /> : <p>{t("notAnswered")}</p>}
          </RecordZone>
        )}
      </Loaded>
    </article>
  );
}

const newest = (log: readonly ArcoStep[], step: ArcoStep["step"]) => log.findLast((entry) => entry.step === step);

function Paper({ detail, paper, company }: { detail: ArcoDetail } & Pick<Props, "paper" | "company">) {
  const t = useTranslations("arco.paper");
  const arco = useTranslations("arco");
  const day = useDayFormat();
  const subjectName = useSubjectName();
  const { kind, subject, received_at, due_on, log, outcome } = detail;
  const answered = newest(log, "answered");
  const executed = newest(log, "executed");
  const officer = (paper === "receipt" ? newest(log, "received") : answered)?.by ?? null;
  return (
    <>
      <dl className="wrap-anywhere grid gap-x-8 gap-y-3 sm:grid-cols-2 print:grid-cols-2">
        {company !== null && <Fact name={t("company")}>{company}</Fact>}
        {/* On paper the line of the signature has the name. */}
        <Fact name={t(`${paper}.signs`)} className="print:hidden">
          {officer ?? arco("detail.somebody")}
        </Fact>
        <Fact name={arco("create.kind")}>{arco(`kind.${kind}`)}</Fact>
        <Fact name={t("subject")}>{subjectName(subject)}</Fact>
        <Fact name={arco("detail.receivedAt")}>
          <RecordInstant at={received_at} />
        </Fact>
        <Fact name={arco("identify.text")}>{lastText(log, "identified") ?? arco("identify.none")}</Fact>
        {paper === "answer" && answered && (
          <>
            <Fact name={t("answeredAt")}>
              <RecordInstant at={answered.at} />
            </Fact>
            {outcome !== null && <Fact name={arco("detail.outcome")}>{arco(`outcome.${outcome}`)}</Fact>}
          </>
        )}
      </dl>
      {paper === "receipt" ? (
        // After the answer the running period is another one.
        <p>{detail.state === "open" && due_on !== null ? t("receipt.due", { day: day(due_on) }) : t("receipt.says")}</p>
      ) : (
        <>
          {answered?.text && <p className="wrap-anywhere whitespace-pre-line">{answered.text}</p>}
          {executed ? (
            <p className="wrap-anywhere whitespace-pre-line">
              <span className="font-medium">
                {t.rich("answer.executed", { at: () => <RecordInstant at={executed.at} /> })}
              </span>{" "}
              {executed.text}
            </p>
          ) : (
            due_on !== null && <p>{t("answer.due", { day: day(due_on) })}</p>
          )}
          <WhoSaw requestId={detail.request_id} />
        </>
      )}
      <Signatures
        lines={[
          { label: t(`${paper}.signs`), name: officer },
          { label: t("requester"), name: subject.name },
        ]}
      />
    </>
  );
}

/** The list of openings of the data, which an officer can add to the letter. */
function WhoSaw({ requestId }: { requestId: string }) {
  const t = useTranslations("arco.paper.saw");
  const problem = useErrorWords("arco.problem");
  const [wanted, setWanted] = useState(false);
  const query = useQuery({ ...arcoOpeningsOptions(requestId), enabled: wanted });
  return (
    <>
      <FieldLabel className="font-normal print:hidden">
        <Checkbox checked={wanted} onCheckedChange={(on) => setWanted(on === true)} />
        {t("add")}
      </FieldLabel>
      {wanted && (
        <section aria-labelledby="saw" className="space-y-3">
          <h2 id="saw" className="font-semibold text-base">
            {t("title")}
          </h2>
          <Loaded query={query} label={t("loading")} height="h-24" failed={(error) => problem(error)}>
            {({ people }) =>
              people.length === 0 ? <p>{t("nobody")}</p> : people.map((one) => <Person key={one.key} person={one} />)
            }
          </Loaded>
        </section>
      )}
    </>
  );
}

function Person({ person: { name, verification_id, openings } }: { person: PersonOpenings }) {
  const t = useTranslations("arco.paper.saw");
  return (
    <div className="space-y-1">
      <h3 className="wrap-anywhere font-medium">
        <span>{name ?? t("unnamed")}</span>{" "}
        <span translate="no" className="font-mono font-normal text-muted-foreground text-xs">
          {verification_id}
        </span>
      </h3>
      {openings.length === 0 && <p>{t("never")}</p>}
      <ul className="space-y-0.5 tabular-nums">
        {openings.map(({ at, action, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two openings may be equal, and none moves.
          <li key={place} className="wrap-anywhere">
            <RecordInstant at={at} /> · <span>{by ?? t("somebody")}</span> ·{" "}
            <span>{t(action === "people.opened" ? "data" : "pdf")}</span>
          </li>
        ))}
      </ul>
      {openings.length === MAX_ARCO_OPENINGS && <p>{t("newest", { count: MAX_ARCO_OPENINGS })}</p>}
    </div>
  );
}
