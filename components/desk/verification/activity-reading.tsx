import { useFormatter, useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { SmallMark } from "#components/kit/marks.tsx";
import { Payload } from "#components/kit/payload.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useWords } from "#components/kit/words.tsx";
import type { ReadingChange, ReadingEntry } from "#lib/core/contract/verifications/activity.ts";
import { parseInstant } from "#lib/platform/contract/time.ts";

/** A reading in one line: the differences from the previous reading. */
export function Reading({ entry }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <span>{t(`subject.${entry.subject}`)}</span>
      {entry.first && <SmallMark>{t("first")}</SmallMark>}
      <ReadingChanges entry={entry} />
    </span>
  );
}

function ReadingChanges({ entry: { changes, too_large } }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  const words = useChangeWords();
  if (changes === null)
    return <span className="text-muted-foreground text-xs">{t(too_large ? "changesLarge" : "changesGone")}</span>;
  if (changes.length === 0) return <span className="text-muted-foreground text-xs">{t("nothing")}</span>;
  const others = changes.flatMap((change) => (change.field === "other" ? [change.name] : []));
  return (
    <>
      {changes.map(
        (change) =>
          change.field !== "other" && (
            <span key={change.field} className="wrap-anywhere text-xs">
              {words(change)}
            </span>
          ),
      )}
      {others.length > 0 && (
        <span className="wrap-anywhere text-muted-foreground text-xs">{t("others", { names: others.join(", ") })}</span>
      )}
    </>
  );
}

export function ReadingDetails({ entry }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  const { may } = useCurrentUser();
  return (
    <>
      <p className="text-muted-foreground text-xs">
        {t.rich("readAt", { at: () => <ExactInstant at={entry.read_at} seconds /> })}
      </p>
      {!may("deliveries.manage") ? null : entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t(absenceReason(entry))}</p>
      ) : (
        <Payload name={t("payload")} text={entry.payload} />
      )}
    </>
  );
}

function absenceReason({ subject, kept, too_large }: ReadingEntry) {
  if (!kept) return "gone";
  return subject === "verification" && too_large ? "answerLarge" : "noPayload";
}

type NamedChange = Exclude<ReadingChange, { field: "other" }>;

function useChangeWords(): (change: NamedChange) => string {
  const t = useTranslations("verification.activity.reading");
  const time = useTranslations("verification.time");
  const format = useFormatter();
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const wordsOf = (field: string, value: string | null): string => {
    if (value === null) return t("none");
    if (field === "created_at") {
      const read = parseInstant(value) !== null;
      return read
        ? format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "long" })
        : time("quoted", { text: value });
    }
    const words = field === "status" ? status(value) : field === "documents_status" ? documents(value) : null;
    return words ?? value;
  };
  return (change) => {
    if (change.field === "findings") return change.to ? t("findings", change.to) : t("findingsGone");
    if (change.field === "people") {
      const { to, added, removed, changed } = change;
      return t("people", { to, added, removed, changed });
    }
    const field = t(`field.${change.field}`);
    const to = wordsOf(change.field, change.to);
    return change.from === null
      ? t("told", { field, to })
      : t("changed", { field, from: wordsOf(change.field, change.from), to });
  };
}
