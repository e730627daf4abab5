import { useTranslations } from "next-intl";
import { CopyButton } from "#components/kit/copy.tsx";
import { Folded, MAX_UNGROUPED } from "#components/kit/folded.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { StatedInstant } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import type {
  Finding,
  FindingsRun,
  VerificationItem,
  VerificationSummary,
} from "#lib/core/contract/verifications/verification.ts";
import {
  FindingsList,
  FindingsNotes,
  groupFindings,
  type RunNote,
  runNotes,
  useNoteWords,
  useRunKind,
  useRunName,
} from "./findings-run.tsx";
import { RunsComparison } from "./runs-comparison.tsx";

type Props = { current: FindingsRun | null; runs: FindingsRun[]; items: VerificationItem[]; file: CopiedFile };

/** The current run: its findings by severity, with unchanged messages. Then earlier runs, and a comparison of any two runs. */
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
      <FindingsList items={current.items} level="h3" isCurrent />
      <div className="mt-4">
        <CopyFindings run={current} notes={notes} file={file} />
      </div>
      {earlier.length > 0 && <RunsComparison runs={runs} />}
      {earlier.length > 0 && <EarlierRuns runs={earlier} />}
    </Section>
  );
}

function RunLabel({ run }: { run: FindingsRun }) {
  const t = useTranslations("verification.findings");
  const kind = useRunKind();
  const { computed_at: at, computed_at_text: text } = run;
  return (
    <span className="wrap-anywhere">
      <span>{kind(run)}</span>
      {run.before_reopening && <span>{` · ${t(run.finished_again ? "notConfirmed" : "beforeReopening")}`}</span>}
      <span> · </span>
      <span>{at === null ? text ? t("timeAs", { text }) : t("noTime") : <StatedInstant at={at} text={text} />}</span>
    </span>
  );
}

function EarlierRuns({ runs }: { runs: FindingsRun[] }) {
  const t = useTranslations("verification.findings");
  return (
    <Folded
      later={runs.some(({ items }) => items.length > MAX_UNGROUPED)}
      summary={t("earlier", { count: runs.length })}
      className="mt-3 border-border border-t pt-3"
      summaryClass="text-muted-foreground text-sm"
    >
      <ol className="mt-3 space-y-6">
        {withKeys(runs, (run) => [run.run_id, run.computed_at, run.found_by]).map(({ key, item: run }) => (
          <li key={key}>
            <h3 className="mb-2 font-medium text-xs">
              <RunLabel run={run} />
            </h3>
            <FindingsList items={run.items} level="h4" />
          </li>
        ))}
      </ol>
    </Folded>
  );
}

type CopiedFile = Pick<VerificationSummary, "verification_id" | "title" | "tag">;

type CopyFindingsProps = { run: FindingsRun; notes: RunNote[]; file: CopiedFile };

function CopyFindings({ run, notes, file }: CopyFindingsProps) {
  const t = useTranslations("verification.findings.copy");
  const words = useFindingsWords();
  return (
    <span className="inline-flex items-center gap-2 print:hidden">
      <CopyButton size="sm" text={() => findingsText(run.items, words(run, notes, file))}>
        {t("action")}
      </CopyButton>
    </span>
  );
}

function useFindingsWords() {
  const t = useTranslations("verification.findings");
  const severityName = useTranslations("verification.severity");
  const runName = useRunName();
  const note = useNoteWords();
  return (run: FindingsRun, notes: RunNote[], file: CopiedFile): FindingsWords => ({
    head: [
      [file.title, file.tag].filter((part) => part !== null).join(" · "),
      t("copy.file", { id: file.verification_id }),
    ].filter((line) => line !== ""),
    run: runName(run),
    notes: notes.map((entry) => note(entry, run.source)),
    severity: (severity, count) => `${severityName(severity)} (${count})`,
    missing: t("missing"),
    empty: t("empty"),
  });
}

/** The words around the findings, in the reader's language, apart from the service's own texts. */
export type FindingsWords = {
  /** The lines that identify the file: tag and id. */
  head: readonly string[];
  /** The kind of the run, with the warnings about it. */
  run: string;
  notes: readonly string[];
  severity: (severity: "high" | "medium" | "low" | "other", count: number) => string;
  missing: string;
  empty: string;
};

/**
 * A run of findings as plain text for a letter or a note, most severe first, with unchanged messages (interface,
 * Finding). Further lines of a message are indented, so that a '-' always begins a finding.
 */
export function findingsText(findings: readonly Finding[], words: FindingsWords): string {
  const lines = [...words.head, words.run, ...words.notes, ""];
  if (findings.length === 0) lines.push(words.empty);
  for (const { severity, items } of groupFindings(findings)) {
    lines.push(words.severity(severity, items.length));
    for (const finding of items) {
      const stated = severity === "other" ? `[${finding.severity}] ` : "";
      lines.push(`- ${stated}${indented(finding.message)}`);
      if (finding.missing_field) lines.push(`  ${words.missing} ${indented(finding.missing_field)}`);
    }
    lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

const indented = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, "\n  ");
