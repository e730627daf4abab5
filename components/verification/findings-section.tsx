"use client";

import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/time/instant.tsx";
import type { FindingsRun } from "#lib/contract/verification.ts";
import { SeverityMark } from "./marks.tsx";
import { EmptySection, Section } from "./section.tsx";
import { groupFindings } from "./view/group-findings.ts";

/** The current run of findings by severity, messages verbatim, and the runs before it. */
export function FindingsSection({ current, runs }: { current: FindingsRun | null; runs: FindingsRun[] }) {
  const t = useTranslations("verification.findings");
  return (
    <Section
      id="findings"
      title={t("title")}
      count={current?.items.length ?? 0}
      aside={current && <RunLabel run={current} />}
    >
      {current === null ? (
        <EmptySection>{t("none")}</EmptySection>
      ) : (
        <div className="space-y-4">
          <RunNote run={current} />
          <FindingsList run={current} />
        </div>
      )}
      {runs.length > 1 && (
        <details className="mt-4 border-border border-t pt-3">
          <summary className="cursor-pointer text-muted-foreground text-sm">
            {t("earlier", { count: runs.length - 1 })}
          </summary>
          <ol className="mt-3 space-y-5">
            {runs.slice(1).map((run, index) => (
              <li key={run.run_id ?? `${run.computed_at}-${index}`} className="space-y-3">
                <h3 className="text-muted-foreground text-xs">
                  <RunLabel run={run} />
                </h3>
                <FindingsList run={run} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Section>
  );
}

function RunLabel({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings");
  const source = run.found_by === "api" ? "read" : run.source;
  return (
    <span>
      {source !== null && t.has(`source.${source}`) ? t(`source.${source}`) : (source ?? t("source.unknown"))}
      {run.before_reopening && <> · {t("beforeReopening")}</>}
      {run.computed_at && (
        <>
          {" · "}
          <ExactInstant at={run.computed_at} />
        </>
      )}
    </span>
  );
}

/** What the reader must know before relying on this run (interface, Findings runs). */
function RunNote({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings.note");
  const note = run.before_reopening
    ? t("beforeReopening")
    : run.found_by === "api"
      ? t("read")
      : run.source === "provisional"
        ? t("provisional")
        : run.source === "final" && run.items.length === 0
          ? t("emptyFinal")
          : null;
  if (note === null) return null;
  return (
    <p className="flex gap-2 rounded-md bg-muted px-3 py-2 text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      {note}
    </p>
  );
}

function FindingsList({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings");
  if (run.items.length === 0) return <EmptySection>{t("empty")}</EmptySection>;
  return (
    <div className="space-y-4">
      {groupFindings(run.items).map((group) => (
        <div key={group.severity}>
          <h3 className="text-sm">
            <SeverityMark severity={group.severity} />
            <span className="ml-2 text-muted-foreground tabular-nums">{group.items.length}</span>
          </h3>
          <ul className="mt-1.5 space-y-2 border-border border-l-2 pl-3">
            {group.items.map((finding, index) => (
              <li key={`${finding.message}-${index}`} className="text-sm">
                <p lang="es" className="break-words leading-snug">
                  {finding.message}
                </p>
                {(finding.missing_field || group.severity === "other") && (
                  <p className="mt-0.5 text-muted-foreground text-xs">
                    {finding.missing_field && (
                      <>
                        {t("missing")} <span lang="es">{finding.missing_field}</span>
                      </>
                    )}
                    {group.severity === "other" && <> {t("severityAs", { severity: finding.severity })}</>}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
