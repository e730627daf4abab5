"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import { EmptySection, Section } from "#components/verification/section.tsx";
import { keyed } from "#components/verification/view/keyed.ts";
import { runNotes } from "#components/verification/view/run-notes.ts";
import type { FindingsRun, VerificationItem } from "#lib/contract/verifications/verification.ts";
import { type CopiedFile, CopyFindings } from "./copy-findings.tsx";
import { FindingsList } from "./findings-list.tsx";
import { FindingsNotes } from "./findings-notes.tsx";
import { RunsComparison } from "./runs-comparison.tsx";
import { useRunKind } from "./use-run-words.ts";

type Props = { current: FindingsRun | null; runs: FindingsRun[]; items: VerificationItem[]; file: CopiedFile };

/** The current run of findings by severity, messages verbatim, the runs before it, and what changed between any two. */
export function FindingsSection({ current, runs, items, file }: Props) {
  const t = useTranslations("verification.findings");
  const earlier = runs.slice(1);
  if (current === null) {
    return (
      <Section id="findings" title={t("title")}>
        <EmptySection>{t("none")}</EmptySection>
      </Section>
    );
  }
  const notes = runNotes(current, items);
  return (
    <Section id="findings" title={t("title")} count={current.items.length} aside={<RunLabel run={current} />}>
      <FindingsNotes notes={notes} source={current.source} />
      <FindingsList items={current.items} level="h3" />
      <div className="mt-4">
        <CopyFindings run={current} notes={notes} file={file} />
      </div>
      {earlier.length > 0 && <RunsComparison runs={runs} />}
      {earlier.length > 0 && <EarlierRuns runs={earlier} />}
    </Section>
  );
}

/** What kind of run it is and when it was computed. */
function RunLabel({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings");
  const kind = useRunKind();
  return (
    <span className="wrap-anywhere">
      {kind(run)}
      {run.before_reopening && <> · {t("beforeReopening")}</>}
      {" · "}
      {run.computed_at ? <ExactInstant at={run.computed_at} /> : t("noTime")}
    </span>
  );
}

function EarlierRuns({ runs }: { runs: FindingsRun[] }) {
  const t = useTranslations("verification.findings");
  return (
    <details className="mt-3 border-border border-t pt-3">
      <summary className="w-fit rounded text-muted-foreground text-sm">{t("earlier", { count: runs.length })}</summary>
      <ol className="mt-3 space-y-6">
        {keyed(runs, (run) => [run.run_id, run.computed_at, run.found_by]).map(({ key, item: run }) => (
          <li key={key}>
            <h3 className="mb-2 font-medium text-xs">
              <RunLabel run={run} />
            </h3>
            <FindingsList items={run.items} level="h4" />
          </li>
        ))}
      </ol>
    </details>
  );
}
