import { ChevronRight, FileQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { ExactInstant } from "#components/kit/time.tsx";
import type { Incompleteness, Part } from "#lib/core/contract/verifications/incomplete.ts";

/** The section of the page that shows a part. The status is in the page's header. */
const SECTIONS: Record<Exclude<Part, "status">, string> = {
  documents_status_timeline: "documents",
  findings: "findings",
  items: "items",
  labels: "labels",
  people: "people",
};

/** Entries for the page's header: the status, and all possible losses of outages in one line. */
export const headEntries = (found: readonly Incompleteness[]): Incompleteness[] =>
  found.filter((entry) => sectionOf(entry) === null);

/** Notes below the headings of sections that contain contradictory facts. */
export function useIncompleteNotes(found: readonly Incompleteness[] | undefined): ReadonlyMap<string, ReactNode> {
  return useMemo(() => {
    const bySection = Map.groupBy(found ?? [], sectionOf);
    return new Map(
      [...bySection].flatMap(([section, entries]) =>
        section === null ? [] : [[section, <IncompleteNote key={section} entries={entries} />]],
      ),
    );
  }, [found]);
}

const sectionOf = ({ part, reason }: Incompleteness): string | null =>
  part === "status" || reason !== "contradiction" ? null : SECTIONS[part];

/** A time and reason with the parts that may lack events. */
type NoteLine = Pick<Incompleteness, "from" | "to" | "reason"> & { parts: Part[] };

function linesOf(entries: readonly Incompleteness[]): NoteLine[] {
  const byTime = Map.groupBy(entries, ({ from, to, reason }) => `${reason} ${from} ${to}`);
  const lines = [...byTime.values()].flatMap((own) =>
    own.slice(0, 1).map(({ from, to, reason }) => ({ from, to, reason, parts: own.map(({ part }) => part) })),
  );
  return lines.toSorted((a, b) => ((a.to ?? "z") < (b.to ?? "z") ? 1 : -1));
}

/** Maximal number of listed times: more would not help readers. */
const MAX_LISTED = 10;

type NoteProps = { entries: readonly Incompleteness[]; named?: boolean };

/** When and why events may be missing, latest first; `named` adds the parts. Empty without such times. */
export function IncompleteNote({ entries, named = false }: NoteProps) {
  const t = useTranslations("verification.incomplete");
  const lines = linesOf(entries);
  const [latest, ...others] = lines.slice(0, MAX_LISTED);
  if (latest === undefined) return null;
  const readable = entries.filter(({ part }) => COMPLETED_BY_READING.includes(part));
  return (
    <details data-printed className="group text-xs">
      <summary className="flex w-fit items-start gap-1.5 rounded">
        <ChevronRight
          aria-hidden
          className="mt-px size-3.5 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90 print:hidden"
        />
        <FileQuestionMark aria-hidden className="mt-px size-3.5 shrink-0 text-medium" />
        <span className="wrap-anywhere min-w-0">
          <Times line={latest} named={named} />
          {others.length > 0 && (
            <span className="text-muted-foreground">{` ${t("more", { count: lines.length - 1 })}`}</span>
          )}
        </span>
      </summary>
      <div className="mt-1.5 max-w-prose space-y-1.5 pl-10 text-muted-foreground">
        {others.length > 0 && (
          <ul className="list-disc space-y-0.5 pl-4">
            {others.map((line) => (
              <li key={`${line.reason} ${line.from} ${line.to}`}>
                <Times line={line} named={named} />
              </li>
            ))}
          </ul>
        )}
        {readable.length > 0 && <p>{t("provable")}</p>}
        {readable.length < entries.length && <p>{t("unreadable")}</p>}
        {entries.some(({ reason }) => reason !== "contradiction") && <p>{t("dismissible")}</p>}
        <p>{t("withoutTrace")}</p>
      </div>
    </details>
  );
}

/** The next reading of the file completes these parts, and so removes their mark. */
const COMPLETED_BY_READING: readonly Part[] = ["status", "findings", "people"];

function Times({ line: { from, to, reason, parts }, named }: { line: NoteLine; named: boolean }) {
  const t = useTranslations("verification.incomplete");
  const known = from === null ? (to === null ? "always" : "until") : to === null ? "since" : "between";
  return (
    <span>
      <span key={known}>
        {t.rich(known, {
          from: () => from !== null && <ExactInstant at={from} />,
          to: () => to !== null && <ExactInstant at={to} />,
        })}
      </span>
      {named && <span>{` ${parts.map((part) => t(`part.${part}`)).join(", ")}`}</span>}
      <span className="text-muted-foreground">{` ${named ? `(${t(`reason.${reason}`)})` : t(`reason.${reason}`)}`}</span>
    </span>
  );
}
