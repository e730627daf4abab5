import { CircleCheck, CircleMinus, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { ScrollArea } from "@/components/ui/scroll-area";
import { CircleDashed } from "./circle-dashed.tsx";
import { Hint } from "./hint.tsx";
import { countOf, type OutcomeEntry, type OutcomeProgress, unfinished } from "./outcome-progress.ts";
import { useProblemWords } from "./words.tsx";

type OutcomeStyle = { icon: LucideIcon; tone: string };

/** Icons and colours of outcomes, independent of their names. */
export const OUTCOME_STYLES = {
  good: { icon: CircleCheck, tone: "text-done" },
  same: { icon: CircleMinus, tone: "text-muted-foreground" },
  unknown: { icon: CircleQuestionMark, tone: "text-medium" },
  bad: { icon: CircleX, tone: "text-failed" },
} satisfies Record<string, OutcomeStyle>;

const OPEN_STYLE: OutcomeStyle = { icon: CircleDashed, tone: "text-muted-foreground" };

type Namespace = "import" | "review-bulk";

/** The outcome of an id in words; `why` words a failure by its code. */
export function useOutcomeWords<Outcome extends string>(
  of: Namespace,
  { state }: OutcomeProgress<Outcome>,
  why: (code: string | null) => string,
): (entry: OutcomeEntry<Outcome>) => string {
  const t = useTranslations(`${of}.outcome`);
  return ({ outcome, code }) => {
    if (outcome === null) return t(state === "running" ? "open" : "skipped");
    return outcome === "failed" ? why(code) : t(outcome as "not_found");
  };
}

type Props<Outcome extends string> = {
  of: Namespace;
  progress: OutcomeProgress<Outcome>;
  /** Outcomes in the order of their counts; with `there` the line links to the file. */
  outcomes: Record<Outcome, { look: OutcomeStyle; there: boolean }>;
  /** The text shown for an id; by default the id. */
  nameOf?: (id: string) => string;
  says: (entry: OutcomeEntry<Outcome>) => string;
  /** The final sentence of a complete run. */
  ended: string;
  onStop: () => void;
  onAgain: () => void;
  onClose: () => void;
  /** Further buttons, before and after the retry. */
  before?: ReactNode;
  children?: ReactNode;
};

/** OutcomeProgress of an action on many ids: a line for each id with its outcome. */
export function OutcomeResults<Outcome extends string>(props: Props<Outcome>) {
  const { of, progress, outcomes, nameOf, says, ended, onStop, onAgain, onClose, before, children } = props;
  const t = useTranslations(of);
  const problemWords = useProblemWords();
  const { state, code } = progress;
  const total = progress.entries.length;
  const done = total - countOf(progress, null);
  const open = unfinished(progress).length;
  const occurring = (Object.keys(outcomes) as Outcome[]).filter((outcome) => countOf(progress, outcome) > 0);
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <Progress aria-label={t("progress")} value={done} max={total} />
        <p className="text-[0.8125rem] tabular-nums">
          <span>{t("done", { done, total })}</span>
          {occurring.map((outcome) => (
            <span
              key={outcome}
            >{` · ${t(`counts.${outcome as "failed"}`, { count: countOf(progress, outcome) })}`}</span>
          ))}
        </p>
        {/* Announced once, at the end: a line for each id would be announced without pause. */}
        <p role="status" className="text-[0.8125rem] text-muted-foreground empty:hidden">
          {state === "done" && <span>{ended}</span>}
          {state === "stopped" && <span>{t("stopped")}</span>}
          {state === "broken" && (
            <span>{t("broken", { reason: problemWords({ code: code ?? "", status: null }).title })}</span>
          )}
        </p>
      </div>
      <ScrollArea label={t("lines")} className="max-h-64 rounded-md border border-border">
        <ol className="divide-y divide-border text-xs">
          {progress.entries.map((entry) => (
            <ResultLine
              key={entry.id}
              id={entry.id}
              name={nameOf?.(entry.id) ?? null}
              look={entry.outcome === null ? OPEN_STYLE : outcomes[entry.outcome].look}
              there={entry.outcome !== null && outcomes[entry.outcome].there}
              says={says(entry)}
            />
          ))}
        </ol>
      </ScrollArea>
      <div className="flex flex-wrap justify-end gap-2">
        {state === "running" ? (
          <Button variant="outline" onClick={onStop}>
            {t("stop")}
          </Button>
        ) : (
          <>
            {before}
            {open > 0 && (
              <Button variant="outline" onClick={onAgain}>
                {t("again", { count: open })}
              </Button>
            )}
            {children}
            <Button onClick={onClose}>{t("close")}</Button>
          </>
        )}
      </div>
    </div>
  );
}

type LineProps = { id: string; name: string | null; look: OutcomeStyle; there: boolean; says: string };

/** The name of a file with its outcome. */
export const ResultLine = memo(function ResultLine({ id, name, look: { icon: Icon, tone }, there, says }: LineProps) {
  const shown = name ?? id;
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-2 py-1 pr-2.5 pl-8.5 [content-visibility:auto]">
      <Icon aria-hidden className={`-ml-6 size-4 shrink-0 ${tone}`} />
      <Hint text={id}>
        <span className={`min-w-0 flex-1 basis-40 truncate ${name === null ? "font-mono" : ""}`}>
          {there ? (
            <Link href={`/verifications/${encodeURIComponent(id)}`} prefetch={false} className="underline">
              {shown}
            </Link>
          ) : (
            shown
          )}
        </span>
      </Hint>
      <span className="text-muted-foreground">{says}</span>
    </li>
  );
});
