"use client";

import { CircleCheck, CircleMinus, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { memo, type ReactNode } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";
import { CircleDashed } from "./circle-dashed.tsx";
import { Hint } from "./hint.tsx";
import { countOf, type Entry, type Progress } from "./outcome-progress.ts";

type Look = { icon: LucideIcon; tone: string };

/** Looks of outcomes, independent of their names. */
export const OUTCOME_LOOKS = {
  good: { icon: CircleCheck, tone: "text-done" },
  same: { icon: CircleMinus, tone: "text-muted-foreground" },
  unknown: { icon: CircleQuestionMark, tone: "text-medium" },
  bad: { icon: CircleX, tone: "text-failed" },
} satisfies Record<string, Look>;

const OPEN: Look = { icon: CircleDashed, tone: "text-muted-foreground" };

type Words<Outcome extends string> = {
  progress: string;
  lines: string;
  done: (done: number, total: number) => string;
  count: (outcome: Outcome, count: number) => string;
  /** The final sentence; null while it runs. */
  end: string | null;
  line: (entry: Entry<Outcome>) => string;
};

type Props<Outcome extends string> = {
  progress: Progress<Outcome>;
  /** Outcomes in the order of their counts; `there`: the line links to the file. */
  outcomes: Record<Outcome, { look: Look; there: boolean }>;
  /** The text shown for an id; by default the id. */
  nameOf?: (id: string) => string;
  words: Words<Outcome>;
  /** The buttons. */
  children: ReactNode;
};

/** Progress of an action on many ids: a line for each id with its outcome. */
export function OutcomeResults<Outcome extends string>(props: Props<Outcome>) {
  const { progress, outcomes, nameOf, words, children } = props;
  const total = progress.entries.length;
  const done = total - countOf(progress, null);
  const occurring = (Object.keys(outcomes) as Outcome[]).filter((outcome) => countOf(progress, outcome) > 0);
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <progress
          aria-label={words.progress}
          value={done}
          max={total}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
        />
        <p className="text-[0.8125rem] tabular-nums">
          {words.done(done, total)}
          {occurring.map((outcome) => ` · ${words.count(outcome, countOf(progress, outcome))}`)}
        </p>
        {/* Said once, at the end: a line an id would never let a listener go. */}
        <p role="status" className="text-[0.8125rem] text-muted-foreground empty:hidden">
          {words.end}
        </p>
      </div>
      <ScrollArea label={words.lines} className="max-h-64 rounded-md border border-border">
        <ol className="divide-y divide-border text-xs">
          {progress.entries.map(({ id, outcome, ...entry }) => (
            <ResultLine
              key={id}
              id={id}
              name={nameOf?.(id) ?? null}
              look={outcome === null ? OPEN : outcomes[outcome].look}
              there={outcome !== null && outcomes[outcome].there}
              says={words.line({ id, outcome, ...entry })}
            />
          ))}
        </ol>
      </ScrollArea>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}

type LineProps = { id: string; name: string | null; look: Look; there: boolean; says: string };

const ResultLine = memo(function ResultLine({ id, name, look: { icon: Icon, tone }, there, says }: LineProps) {
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
