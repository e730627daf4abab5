"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { useWords } from "#components/verification/use-words.ts";
import type { ReadingChange, ReadingEntry } from "#lib/contract/verifications/activity.ts";
import { Payload } from "./payload.tsx";

/** What a reading of the service told otherwise than the one before it. */
export function ReadingChanges({ changes }: { changes: ReadingChange[] | null }) {
  const t = useTranslations("verification.activity.reading");
  const words = useChangeWords();
  if (changes === null) return <span className="text-muted-foreground text-xs">{t("changesGone")}</span>;
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

/** When the service was asked, and what it answered. */
export function ReadingDetails({ entry }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  return (
    <>
      <p className="text-muted-foreground text-xs">
        {t.rich("readAt", { at: () => <ExactInstant at={entry.read_at} seconds /> })}
      </p>
      {entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t(entry.kept ? "noPayload" : "gone")}</p>
      ) : (
        <Payload name={t("payload")} text={entry.payload} />
      )}
    </>
  );
}

type NamedChange = Exclude<ReadingChange, { field: "other" }>;

function useChangeWords(): (change: NamedChange) => string {
  const t = useTranslations("verification.activity.reading");
  const format = useFormatter();
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const wordsOf = (field: string, value: string | null): string => {
    if (value === null) return t("none");
    if (field === "created_at") return format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "medium" });
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
