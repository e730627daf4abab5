import { ChevronRight, FileQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { ExactInstant } from "#components/page/time.tsx";
import type { Incompleteness, Part } from "#lib/contract/verifications/incomplete.ts";

/** The section of the page that shows a part; the status stands in its head. */
const SECTIONS: Record<Exclude<Part, "status">, string> = {
  documents_status_timeline: "documents",
  findings: "findings",
  items: "items",
  labels: "labels",
  people: "people",
};

/** What to say below the headings of the sections that events may be missing of. */
export function useIncompleteNotes(found: readonly Incompleteness[] | undefined): ReadonlyMap<string, ReactNode> {
  return useMemo(() => {
    const bySection = Map.groupBy(found ?? [], ({ part }) => (part === "status" ? "" : SECTIONS[part]));
    bySection.delete("");
    return new Map(
      [...bySection].map(([section, entries]) => [section, <IncompleteNote key={section} entries={entries} />]),
    );
  }, [found]);
}

/** How many times are listed: more say nothing new. */
const MOST_LISTED = 10;

/** When events may be missing and why, the latest first; on demand what that means. Nothing where there is none. */
export function IncompleteNote({ entries }: { entries: readonly Incompleteness[] }) {
  const t = useTranslations("verification.incomplete");
  const [latest, ...others] = entries.slice(0, MOST_LISTED);
  if (latest === undefined) return null;
  return (
    <details data-printed className="group text-xs">
      <summary className="flex w-fit items-start gap-1.5 rounded">
        <ChevronRight
          aria-hidden
          className="mt-px size-3.5 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90 print:hidden"
        />
        <FileQuestionMark aria-hidden className="mt-px size-3.5 shrink-0 text-medium" />
        <span className="wrap-anywhere min-w-0">
          {latest.part === "status" && <span className="inline-block first-letter:uppercase">{t("part.status")}:</span>}{" "}
          <Times entry={latest} />
          {others.length > 0 && (
            <span className="text-muted-foreground"> {t("more", { count: entries.length - 1 })}</span>
          )}
        </span>
      </summary>
      <div className="mt-1.5 max-w-prose space-y-1.5 pl-10 text-muted-foreground">
        {others.length > 0 && (
          <ul className="list-disc space-y-0.5 pl-4">
            {others.map((entry) => (
              <li key={`${entry.reason} ${entry.from} ${entry.to}`}>
                <Times entry={entry} />
              </li>
            ))}
          </ul>
        )}
        <p>{t(latest.part === "status" || latest.part === "findings" ? "provable" : "unreadable")}</p>
        {entries.some(({ reason }) => reason !== "contradiction") && <p>{t("dismissible")}</p>}
        <p>{t("withoutTrace")}</p>
      </div>
    </details>
  );
}

function Times({ entry: { from, to, reason } }: { entry: Incompleteness }) {
  const t = useTranslations("verification.incomplete");
  const known = from === null ? (to === null ? "always" : "until") : to === null ? "since" : "between";
  return (
    <>
      {t.rich(known, {
        from: () => from !== null && <ExactInstant at={from} />,
        to: () => to !== null && <ExactInstant at={to} />,
      })}{" "}
      <span className="text-muted-foreground">{t(`reason.${reason}`)}</span>
    </>
  );
}
