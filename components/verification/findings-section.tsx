"use client";

import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { FindingsRun, VerificationItem } from "#lib/contract/verification.ts";
import { FindingsList } from "./findings-list.tsx";
import { FindingsNotes } from "./findings-notes.tsx";
import { EmptySection, Section } from "./section.tsx";
import { compareRuns } from "./view/compare-runs.ts";
import { keyed } from "./view/keyed.ts";
import { runNotes } from "./view/run-notes.ts";

type Props = { current: FindingsRun | null; runs: FindingsRun[]; items: VerificationItem[] };

/** The current run of findings by severity, messages verbatim, and the runs before it. */
export function FindingsSection({ current, runs, items }: Props) {
  const t = useTranslations("verification.findings");
  const earlier = runs.slice(1);
  if (current === null) {
    return (
      <Section id="findings" title={t("title")}>
        <EmptySection>{t("none")}</EmptySection>
      </Section>
    );
  }
  return (
    <Section id="findings" title={t("title")} count={current.items.length} aside={<RunLabel run={current} />}>
      <FindingsNotes notes={runNotes(current, items)} source={current.source} />
      <FindingsList items={current.items} level="h3" />
      {earlier[0] && <Compared before={earlier[0]} after={current} />}
      {earlier.length > 0 && <EarlierRuns runs={earlier} />}
    </Section>
  );
}

/** What kind of run it is and when it was computed. */
function RunLabel({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings");
  const kind =
    run.found_by === "api"
      ? t("source.read")
      : run.source === "final" || run.source === "provisional"
        ? t(`source.${run.source}`)
        : (run.source ?? t("source.untold"));
  return (
    <span className="wrap-anywhere">
      {kind}
      {run.before_reopening && <> · {t("beforeReopening")}</>}
      {" · "}
      {run.computed_at ? <ExactInstant at={run.computed_at} /> : t("noTime")}
    </span>
  );
}

function Compared({ before, after }: { before: FindingsRun; after: FindingsRun }) {
  const t = useTranslations("verification.findings");
  const { added, gone } = compareRuns(before.items, after.items);
  return (
    <p className="mt-4 text-muted-foreground text-xs">
      {added === 0 && gone === 0 ? t("same") : t("compared", { added, gone })}
    </p>
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
