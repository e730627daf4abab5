import { useLocale, useTranslations } from "next-intl";
import { Code } from "#components/kit/code.tsx";
import { CodeBlock } from "#components/kit/code-block.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant, formatDuration, RelativeInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import type { Backup, SystemState } from "#lib/core/contract/status.ts";
import { dotted } from "#lib/platform/contract/text.ts";
import { formatSize, Meaning, State } from "./system-parts.tsx";

const STATE_MARKS = { off: "warning", ok: "good", pending: "open", overdue: "warning", failed: "bad" } as const;

type Props = Pick<SystemState, "backup" | "backups" | "last_restore">;

export function Backups({ backup, backups, last_restore }: Props) {
  const t = useTranslations("system.backups");
  const locale = useLocale();
  const { state, every_hours, last_succeeded_at, last_failed_at } = backup;
  const at = state === "failed" ? last_failed_at : last_succeeded_at;
  const good =
    backups.find(({ ended_at, error }) => ended_at !== null && error === null)?.ended_at ?? last_succeeded_at;
  const interval = every_hours === null ? null : formatDuration(every_hours * 3_600_000, locale);
  return (
    <Section id="system-backups" title={t("title")} aside={interval && t("interval", { interval })} flush>
      <div className="space-y-3 p-4 text-sm">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Fact name={t("lastBackup")}>{good === null ? t("never") : <ExactInstant at={good} />}</Fact>
          <Fact name={t("lastRestore")}>
            {last_restore ? <ExactInstant at={last_restore.restored_at} /> : t("restoreNever")}
          </Fact>
        </dl>
        {!last_restore && (
          <Meaning>{t.rich("restoreMeans", { command: () => <Code>npm run restore -- FILE</Code> })}</Meaning>
        )}
        <State
          mark={STATE_MARKS[state]}
          says={<span key={state}>{t.rich(`state.${state}`, { at: () => at && <RelativeInstant at={at} /> })}</span>}
        >
          {(state === "failed" || state === "overdue") && (
            <Meaning>
              <span>
                {last_succeeded_at ? (
                  <span>{t.rich("lastGood", { at: () => <ExactInstant at={last_succeeded_at} /> })}</span>
                ) : (
                  t("noGood")
                )}
              </span>
              {state === "overdue" && <span>{` ${t("check")}`}</span>}
            </Meaning>
          )}
          {state === "off" && <Meaning>{t("off")}</Meaning>}
        </State>
        {state === "off" && (
          <CodeBlock label={t("command")} className="">
            npm run backup -- FILE
          </CodeBlock>
        )}
      </div>
      {backups.length > 0 && (
        <ul aria-label={t("last")} className="divide-y divide-border border-border border-t text-sm">
          {backups.map((each) => (
            <BackupEntry key={each.id} backup={each} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const OUTCOME_MARKS = { ok: "good", open: "open", failed: "bad" } as const;

function BackupEntry({ backup }: { backup: Backup }) {
  const t = useTranslations("system.backups");
  const words = useErrorWords("system.backups.error");
  const locale = useLocale();
  const { began_at, ended_at, scheduled, host, version, file, bytes, rows, error } = backup;
  const outcome = error !== null ? "failed" : ended_at === null ? "open" : "ok";
  const tookMs = ended_at === null ? null : Date.parse(ended_at) - Date.parse(began_at);
  const details = [
    t(`entry.${scheduled ? "scheduled" : "byHand"}`),
    tookMs !== null && t("entry.took", { duration: formatDuration(tookMs, locale) }),
    bytes !== null && formatSize(bytes, locale),
    rows !== null && t("entry.rows", { rows }),
    t("entry.on", { host, version }),
  ].filter((detail) => detail !== false);
  return (
    <li className="space-y-1 px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ExactInstant at={began_at} className="font-medium" />
        <Remark mark={OUTCOME_MARKS[outcome]}>{t(`outcome.${outcome}`)}</Remark>
      </div>
      <p translate="no" className="wrap-anywhere font-mono text-xs">
        {file}
      </p>
      <p className="wrap-anywhere text-muted-foreground text-xs">{dotted(details)}</p>
      {error !== null && <p className="text-failed text-xs">{words(error, { code: error })}</p>}
    </li>
  );
}
