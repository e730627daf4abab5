import { Info } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Explanation } from "#components/desk/review/explanation.tsx";
import { Groups } from "#components/kit/folded.tsx";
import { SeverityMark } from "#components/kit/marks.tsx";
import { AnyNewMark, NewMark } from "#components/kit/new-mark.tsx";
import { EmptySection } from "#components/kit/section.tsx";
import { useUnreadableTimeWords } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import {
  type Finding,
  type FindingsRun,
  SEVERITIES,
  type Severity,
  type VerificationItem,
} from "#lib/core/contract/verifications/verification.ts";
import { findingMark } from "#lib/desk/contract/review/seen-marks.ts";

type ListProps = {
  items: Finding[];
  level: "h3" | "h4";
  /** Marks the new findings of the current run. */
  isCurrent?: boolean;
};

export function FindingsList({ items, level: Heading, isCurrent = false }: ListProps) {
  const t = useTranslations("verification.findings");
  if (items.length === 0) return <EmptySection>{t("empty")}</EmptySection>;
  return (
    <div className="space-y-4">
      {groupFindings(items).map((group) => (
        <div key={group.severity}>
          <Heading className="flex items-center gap-2 text-sm">
            <SeverityMark severity={group.severity} />
            <span className="text-muted-foreground tabular-nums">{group.items.length}</span>
          </Heading>
          <div className="mt-1.5 border-border border-l-2 pl-3">
            <Groups
              items={group.items}
              groupOf={({ missing_field, message }) => missing_field ?? message}
              title={({ missing_field, message }, alike) => (
                <span>
                  {missing_field && <span>{`${t("missing")} `}</span>}
                  <span lang="es" translate="no">
                    {missing_field ?? message}
                  </span>{" "}
                  <span className="text-muted-foreground tabular-nums">{alike.length}</span>
                  {isCurrent && <AnyNewMark marks={alike.map(findingMark)} />}
                </span>
              )}
              rest={(count) => t("more", { count })}
              draw={(findings) => <Entries findings={findings} isCurrent={isCurrent} />}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

function Entries({ findings, isCurrent }: { findings: readonly Finding[]; isCurrent: boolean }) {
  const t = useTranslations("verification.findings");
  return (
    <ul className="space-y-2">
      {withKeys(findings, ({ message, missing_field }) => [message, missing_field]).map(({ key, item: finding }) => (
        <li key={key} className="text-sm">
          {/* The service writes messages in Spanish, whatever the reader's language (interface, Finding). */}
          <p lang="es" translate="no" className="wrap-anywhere whitespace-pre-line leading-snug">
            {finding.message}
            {isCurrent && <NewMark mark={findingMark(finding)} />}
          </p>
          {finding.missing_field && (
            <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
              {t("missing")}{" "}
              <span lang="es" translate="no">
                {finding.missing_field}
              </span>
            </p>
          )}
          {!SEVERITIES.some((severity) => severity === finding.severity) && (
            <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
              {t("severityAs", { severity: finding.severity })}
            </p>
          )}
          {isCurrent && <Explanation finding={finding} />}
        </li>
      ))}
    </ul>
  );
}

type FindingsGroup = { severity: Severity | "other"; items: Finding[] };

/**
 * Findings by severity, most severe first, each group in the service's order. Findings with a severity outside the enum
 * are in the last group, `other`. Empty groups are left out.
 */
export function groupFindings(items: readonly Finding[]): FindingsGroup[] {
  const known = SEVERITIES.map((severity) => ({ severity, items: items.filter((item) => item.severity === severity) }));
  const other = items.filter((item) => !SEVERITIES.some((severity) => severity === item.severity));
  return [...known, { severity: "other" as const, items: other }].filter((group) => group.items.length > 0);
}

export type RunNote =
  | "beforeReopening"
  | "notConfirmed"
  | "provisional"
  | "read"
  | "unknownSource"
  /** An empty list of findings is no formal approval. */
  | "noApproval"
  /** An item completed after the run. */
  | "behindItems";

/**
 * The warnings about a run (interface, Findings runs): its kind unless it is a valid final run; that an empty list is
 * no approval; that the service will run again, since an item completed later. Pass `items` for the current run only:
 * earlier runs are outdated anyway.
 */
export function runNotes(run: FindingsRun, items: readonly VerificationItem[] = []): RunNote[] {
  const kind = kindNote(run);
  const { computed_at } = run;
  const behind = computed_at !== null && items.some(({ completed_at }) => completed_at && completed_at > computed_at);
  return [
    ...(kind ? [kind] : []),
    ...(behind ? ["behindItems" as const] : []),
    ...(run.items.length === 0 ? ["noApproval" as const] : []),
  ];
}

function kindNote(run: FindingsRun): RunNote | null {
  if (run.before_reopening) return run.finished_again ? "notConfirmed" : "beforeReopening";
  if (run.found_by === "api") return "read";
  if (run.source === "final") return null;
  return run.source === "provisional" ? "provisional" : "unknownSource";
}

export function FindingsNotes({ notes, source }: { notes: RunNote[]; source: string | null }) {
  const words = useNoteWords();
  if (notes.length === 0) return null;
  return (
    <ul className="mb-4 space-y-1.5 rounded-md bg-muted px-3 py-2 text-sm">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="wrap-anywhere min-w-0">{words(note, source)}</span>
        </li>
      ))}
    </ul>
  );
}

export function useNoteWords(): (note: RunNote, source: string | null) => string {
  const t = useTranslations("verification.findings.note");
  return (note, source) => {
    if (note !== "unknownSource") return t(note);
    return source === null ? t("unstatedSource") : t("unknownSource", { source });
  };
}

/** The kind of a run; a source that the interface does not define is unchanged. */
export function useRunKind(): (run: FindingsRun) => string {
  const t = useTranslations("verification.findings");
  return (run) => {
    if (run.found_by === "api") return t("source.read");
    if (run.source === "final" || run.source === "provisional") return t(`source.${run.source}`);
    return run.source ?? t("source.unstated");
  };
}

/** A run as one line of plain text, to the second, with year and zone: for menus and copied text. */
export function useRunName(): (run: FindingsRun) => string {
  const t = useTranslations("verification.findings");
  const format = useFormatter();
  const kind = useRunKind();
  const unread = useUnreadableTimeWords();
  const time = ({ computed_at: at, computed_at_text: text }: FindingsRun) => {
    if (at === null) return text ? t("timeAs", { text }) : t("noTime");
    const exact = format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "long" });
    return text === null ? exact : `${exact} (${unread(text)})`;
  };
  return (run) =>
    [
      kind(run),
      ...(run.before_reopening ? [t(run.finished_again ? "notConfirmed" : "beforeReopening")] : []),
      time(run),
    ].join(" · ");
}
