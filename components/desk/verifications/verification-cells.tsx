import { useFormatter, useNow, useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { useReasonWords } from "#components/desk/review/review-marks.tsx";
import { DocumentsMeter, Unknown } from "#components/kit/documents-meter.tsx";
import { iconClass } from "#components/kit/icon.ts";
import { RowLink } from "#components/kit/list/list-row.tsx";
import { FailedMark, IncompleteMark, SmallMark, StatusMark } from "#components/kit/marks.tsx";
import { RelativeTime, Time } from "#components/kit/time.tsx";
import { useFindingWords, useWords } from "#components/kit/words.tsx";
import { SEVERITIES, type VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { shortId } from "#lib/platform/contract/text.ts";
import { cn } from "@/components/ui/cn";

type Cell = { row: VerificationSummary };

/**
 * The names of a file: the title with the tag (else the id) beside it; on a phone, the title alone. A file without a
 * title shows its problems instead, or its account if there are several. With a title, the problems are beside the
 * findings.
 */
export const File = ({ row }: Cell) => {
  const incomplete = useIncompleteWords();
  const { verification_id, tag, title, tax_id, possibly_incomplete } = row;
  const name = tag ?? shortId(verification_id);
  const idTone = tag === null && "font-mono text-xs";
  return (
    <>
      <RowLink translate="no" className={cn("file-link", title === null && idTone)}>
        {title === null ? (
          name
        ) : (
          <>
            <span className="truncate">{title}</span> <span className={cn("file-tag", idTone)}>{name}</span>
          </>
        )}
      </RowLink>
      {tax_id !== null && (
        <span translate="no" className="file-tax">
          {tax_id}
        </span>
      )}
      {title === null && <InsteadOfTitle row={row} />}
      {possibly_incomplete.length > 0 && (
        <IncompleteMark className="shrink-0 before:mr-0">
          <span className="sr-only">{incomplete(row)}</span>
        </IncompleteMark>
      )}
    </>
  );
};

/** Whether the list has files of several accounts. With one account, its name would be the same in all rows. */
export const SeveralAccounts = createContext(false);

/** The account if there are several, else the problems. Screen readers get only problems that no other cell contains. */
function InsteadOfTitle({ row }: Cell) {
  const several = useContext(SeveralAccounts);
  if (several) return row.account_name === null ? <Unknown /> : <span className="file-about">{row.account_name}</span>;
  return <Problems row={row} className="file-about" />;
}

function Problems({ row, className }: Cell & { className: string }) {
  const { before, finding, after } = useProblems()(row);
  if (before.length + finding.length + after.length === 0) return null;
  return (
    <span className={className}>
      {before.length > 0 && <span aria-hidden>{[...before, ...finding.map(() => "")].join(" · ")}</span>}
      {finding}
      {after.length > 0 && <span aria-hidden>{["", ...after].join(" · ")}</span>}
    </span>
  );
}

/**
 * The problems of a file, most severe first: a high finding, the reasons of an open review, documents that need
 * attention, then a lesser finding.
 */
export function useProblems() {
  const reasonWords = useReasonWords();
  const typeName = useWords("itemType");
  const findingWords = useFindingWords();
  return ({ review, findings, item_types_with_error: types }: VerificationSummary) => {
    const finding = findingWords(findings.gravest);
    const open = review?.state === "open" ? review.reasons.map((reason) => ({ reason, review })) : [];
    const others = [
      ...open.flatMap(({ reason, review }) =>
        reason === "decision" || reason === "item" ? [] : reasonWords(review, reason),
      ),
      ...types.map((type) => typeName(type) ?? type),
    ];
    return findings.high > 0 ? { before: [], finding, after: others } : { before: others, finding, after: [] };
  };
}

/** The parts of a file that may lack events. */
export function useIncompleteWords() {
  const t = useTranslations("verification.incomplete");
  return ({ possibly_incomplete: parts }: VerificationSummary) =>
    t("ofParts", { parts: parts.map((part) => t(`part.${part}`)).join(", ") });
}

const TONE = { high: "text-high", medium: "text-medium", low: "text-low" };

/**
 * Findings by severity, and the kind of run unless it is final. A zero beside other counts keeps its space, so that equal
 * marks are below each other; a run without findings has a word, and a dash means that no run is known.
 */
export function Findings({ row }: Cell) {
  const { findings, title } = row;
  const t = useTranslations("verification.severity");
  const run = useTranslations("verifications.table.run");
  const { source, computed_at } = findings;
  const counted = SEVERITIES.some((severity) => findings[severity] > 0);
  const kind = runKind(source);
  return (
    <>
      {computed_at === null && source === null && !counted ? (
        <Unknown />
      ) : (
        <>
          <span aria-hidden className="findings-counts">
            {counted ? (
              SEVERITIES.map((severity) => (
                <span key={severity} className={findings[severity] > 0 ? cn(iconClass(severity), TONE[severity]) : ""}>
                  {findings[severity] || ""}
                </span>
              ))
            ) : (
              <span>{run("clean")}</span>
            )}
            {kind !== "final" && <SmallMark>{run(kind)}</SmallMark>}
          </span>
          <span className="sr-only">
            {[...SEVERITIES.map((severity) => `${findings[severity]} ${t(severity)}`), run(`about.${kind}`)].join(", ")}
          </span>
        </>
      )}
      {title !== null && <Problems row={row} className="file-wrong" />}
    </>
  );
}

export const runKind = (source: string | null) => (source === "final" || source === "provisional" ? source : "other");

/**
 * The status of the documents, and the number of those that need attention. The number of known items is for screen
 * readers and in the tooltip; only events name items, so zero is 'not known'.
 */
export function Documents({ row }: Cell) {
  const { documents_status: status, items_total: total, items_with_error: failed, item_types_with_error: types } = row;
  const t = useTranslations("verifications.table");
  const typeName = useWords("itemType");
  return (
    <>
      <DocumentsMeter status={status} className={status === "full_upload" ? "text-muted-foreground" : ""} />
      {total > 0 && (
        <span className="sr-only">
          <span>{total}</span> <span>{t("itemsWord", { count: total })}</span>
        </span>
      )}
      {failed > 0 && (
        <FailedMark className="shrink-0 before:mr-0.5">
          <span>{failed}</span>{" "}
          <span className="sr-only">
            {[t("failedWord", { count: failed }), ...types.map((type) => typeName(type) ?? type)].join(", ")}
          </span>
        </FailedMark>
      )}
    </>
  );
}

const STATUS_TONE = new Map([
  ["finished", "text-muted-foreground"],
  ["error", "text-failed"],
]);

/** A finished file is the normal case, so its words are muted. */
export const Status = ({ row: { status } }: Cell) => (
  <StatusMark status={status} className={STATUS_TONE.get(status ?? "")} />
);

/** The names of the assigned labels: the first in full, the others as a number; screen readers get all names. */
export function Labels({ row: { label_names: labels } }: Cell) {
  const t = useTranslations("verifications.table");
  const [first, ...others] = labels;
  if (first === undefined) return <span className="sr-only">{t("noLabels")}</span>;
  return (
    <>
      <span className="label">{first}</span>
      {others.length > 0 && (
        <span className="file-others">
          <span>{`+${others.length}`}</span> <span className="sr-only">{others.join(", ")}</span>
        </span>
      )}
    </>
  );
}

/** The day of creation in the reader's zone; an unreadable time is shown unchanged. */
export function Created({ row: { created_at: at, created_at_text: text } }: Cell) {
  const t = useTranslations("verification.time");
  const format = useFormatter();
  const now = useNow();
  if (at === null) return text === null ? <Unknown /> : t("quoted", { text });
  const date = new Date(at);
  const year = (moment: Date) => format.dateTime(moment, { year: "numeric" });
  return (
    <Time at={at}>
      {format.dateTime(date, {
        day: "numeric",
        month: "short",
        ...(year(date) === year(now) ? {} : { year: "2-digit" as const }),
      })}
    </Time>
  );
}

export const Activity = ({ row: { last_activity_at: at } }: Cell) =>
  at === null ? <Unknown /> : <RelativeTime at={at} />;
