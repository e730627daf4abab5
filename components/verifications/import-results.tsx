"use client";

import { CircleCheck, CircleDashed, CircleMinus, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useProblemWords } from "#components/page/words.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { countOutcomes, type Entry, type Progress, unfinished } from "./import-progress.ts";

type Props = { progress: Progress; onStop: () => void; onAgain: () => void; onMore: () => void; onClose: () => void };

const LOOKS: Record<NonNullable<Entry["outcome"]> | "open", { icon: LucideIcon; tone: string }> = {
  added: { icon: CircleCheck, tone: "text-done" },
  known: { icon: CircleMinus, tone: "text-muted-foreground" },
  not_found: { icon: CircleQuestionMark, tone: "text-medium" },
  failed: { icon: CircleX, tone: "text-failed" },
  open: { icon: CircleDashed, tone: "text-muted-foreground" },
};

/** How far an import is, a line an id, and what came of it. */
export function ImportResults({ progress, onStop, onAgain, onMore, onClose }: Props) {
  const t = useTranslations("verifications.import");
  const problemWords = useProblemWords();
  const counts = countOutcomes(progress);
  const total = progress.entries.length;
  const done = total - counts.open;
  const running = progress.state === "running";
  const open = unfinished(progress).length;
  const occurring = (["added", "known", "not_found", "failed"] as const).filter((outcome) => counts[outcome] > 0);
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <progress
          aria-label={t("progress")}
          value={done}
          max={total}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
        />
        <p className="text-[0.8125rem] tabular-nums">
          {t("done", { done, total })}
          {occurring.map((outcome) => ` · ${t(`counts.${outcome}`, { count: counts[outcome] })}`)}
        </p>
        {/* Said once, at the end: a line an id would never let a listener go. */}
        <p role="status" className="text-[0.8125rem] text-muted-foreground empty:hidden">
          {progress.state === "done" &&
            (counts.failed > 0 ? t("endedWithFailures") : t(counts.added + counts.known > 0 ? "ended" : "endedEmpty"))}
          {progress.state === "stopped" && t("stopped")}
          {progress.state === "broken" &&
            t("broken", { reason: problemWords({ code: progress.code ?? "", status: null }).title })}
        </p>
      </div>
      <ScrollRegion label={t("lines")} className="max-h-64 rounded-md border border-border">
        <ol className="divide-y divide-border text-xs">
          {progress.entries.map((entry) => (
            <ResultLine key={entry.id} entry={entry} running={running} />
          ))}
        </ol>
      </ScrollRegion>
      <div className="flex flex-wrap justify-end gap-2">
        {running ? (
          <Button variant="outline" onClick={onStop}>
            {t("stop")}
          </Button>
        ) : (
          <>
            {open > 0 && (
              <Button variant="outline" onClick={onAgain}>
                {t("again", { count: open })}
              </Button>
            )}
            <Button variant="outline" onClick={onMore}>
              {t("more")}
            </Button>
            <Button onClick={onClose}>{t("close")}</Button>
          </>
        )}
      </div>
    </div>
  );
}

const ResultLine = memo(function ResultLine({ entry, running }: { entry: Entry; running: boolean }) {
  const t = useTranslations("verifications.import");
  const problemWords = useProblemWords();
  const { icon: Icon, tone } = LOOKS[entry.outcome ?? "open"];
  const there = entry.outcome === "added" || entry.outcome === "known";
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-2 py-1 pr-2.5 pl-8.5 [content-visibility:auto]">
      <Icon aria-hidden className={`-ml-6 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 flex-1 basis-40 truncate font-mono" title={entry.id}>
        {there ? (
          <Link href={`/verifications/${encodeURIComponent(entry.id)}`} prefetch={false} className="underline">
            {entry.id}
          </Link>
        ) : (
          entry.id
        )}
      </span>
      <span className="text-muted-foreground">
        {entry.outcome === null
          ? t(running ? "outcome.open" : "outcome.skipped")
          : entry.outcome === "failed" && entry.code
            ? problemWords({ code: entry.code, status: null }).title
            : t(`outcome.${entry.outcome}`)}
      </span>
    </li>
  );
});
