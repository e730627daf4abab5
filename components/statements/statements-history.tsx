import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Folded } from "#components/kit/folded.tsx";
import { RowsWaiting } from "#components/kit/section.tsx";
import { ExactInstant, useDayFormat } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { queryOf } from "#lib/platform/browser/api.ts";
import type { StatedEntry } from "#lib/statements/contract/statement.ts";
import { cn } from "@/components/ui/cn";
import { type DatedDocument, useDateWords, useDocumentName, useRelationWords } from "./document-words.ts";

type Props = { verificationId: string; documents: readonly DatedDocument[] };

/** Every statement about the file, newest first, with those that somebody has withdrawn. */
export const StatementsHistory = (props: Props) => (
  <Folded
    later
    className="border-border border-t px-4 py-2.5 text-sm print:hidden"
    summaryClass="text-muted-foreground text-xs"
    summary={useTranslations("dates.history")("title")}
  >
    <Entries {...props} />
  </Folded>
);

function Entries({ verificationId, documents }: Props) {
  const t = useTranslations("dates");
  // Below the key of the file, so that a new statement is shown at once.
  const { data, error } = useQuery(
    queryOf(
      [...verificationKeys.detail(verificationId), "statements"],
      "GET /api/verifications/{verification_id}/statements",
      { params: { verification_id: verificationId } },
    ),
  );
  const saidOf = useEntryWords(verificationId, documents);
  if (error) return <ActionFailure words="dates.problem" error={error} />;
  if (!data) return <RowsWaiting label={t("history.loading")} />;
  if (data.items.length === 0) return <p className="pt-1.5 text-muted-foreground text-xs">{t("history.empty")}</p>;
  return (
    <ol className="space-y-1.5 pt-1.5 text-xs">
      {data.items.map((entry) => (
        <li key={entry.statement_id} className="flex gap-3">
          <ExactInstant at={entry.stated_at} className="w-28 shrink-0 text-muted-foreground tabular-nums" />
          <span className={cn("wrap-anywhere min-w-0", entry.withdrawn && "text-muted-foreground")}>
            <span>{saidOf(entry)}</span>
            {entry.withdrawn && (
              <span>{` · ${t("history.withdrawn", { name: entry.withdrawn.user_name ?? t("somebody") })}`}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A statement with its author: 'Proof of address: issued 12 October 2026 · Ana (dates.xlsx, 3)'. */
function useEntryWords(verificationId: string, documents: readonly DatedDocument[]): (entry: StatedEntry) => string {
  const t = useTranslations("dates");
  const nameOf = useDocumentName(verificationId);
  const datesOf = useDateWords();
  const relationOf = useRelationWords();
  const day = useDayFormat();
  const saidIn = (entry: StatedEntry): [subject: string, said: string] => {
    if (entry.kind === "relation") return [t("relation.name"), relationOf(entry)];
    if (entry.kind === "yearly_check") {
      const made = entry.checked_on && t("history.checkedOn", { day: day(entry.checked_on) });
      return [
        t("check.name"),
        [t(`checkForm.outcomes.${entry.outcome}`), made, entry.reason].filter(Boolean).join(" · "),
      ];
    }
    const { document_kind, people_id = null } = entry;
    const document = documents.find((one) => one.document_kind === document_kind && one.people_id === people_id);
    return [document ? nameOf(document) : document_kind, datesOf(entry) || t("state.unknown")];
  };
  return (entry) => {
    const { user_name, source } = entry;
    const author = user_name && source ? `${user_name} (${source})` : (user_name ?? source ?? t("somebody"));
    return `${saidIn(entry).join(": ")} · ${author}`;
  };
}
