"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/page/code-block.tsx";
import { Fact } from "#components/page/fact.tsx";
import { type Mark, Remark } from "#components/page/remark.tsx";
import { EmptySection, Section } from "#components/page/section.tsx";
import { ExactInstant, formatDuration, RelativeInstant } from "#components/page/time.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { statusOptions } from "#lib/browser/status.ts";
import type { Backup, Instance, Restore, SystemState } from "#lib/contract/status.ts";

/** The installation: its processes, its backups, and the possible or past effects of a restore. */
export function SystemSection({ system }: { system: SystemState }) {
  const t = useTranslations("system");
  // The page's frame polls the status, so the list of processes is current.
  const { data } = useQuery(statusOptions());
  const { backup, backups, erasure_log, last_restore } = system;
  return (
    <section aria-labelledby="system-title" className="space-y-4">
      <header className="max-w-3xl space-y-1">
        <h2 id="system-title" className="font-semibold text-base">
          {t("title")}
        </h2>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <Processes version={system.version} instances={data?.instances ?? system.instances} />
          <Inbox inbox={data?.inbox ?? system.inbox} />
          <Resources capacity={data?.capacity ?? system.capacity} />
          <ErasureLog state={erasure_log} />
          <Logs state={system.logs_protected ? "protected" : "unprotected"} />
          {last_restore && <LastRestore restore={last_restore} />}
        </div>
        {/* Where the banner leads. */}
        <div id="system-backups" className="min-w-0 scroll-mt-16">
          <Backups backup={backup} backups={backups} />
        </div>
      </div>
    </section>
  );
}

/** A state with a mark of whether it is well, and below it its meaning. */
const State = ({ mark, says, children }: { mark: Mark; says: ReactNode; children?: ReactNode }) => (
  <Remark mark={mark} className="text-sm">
    <p>{says}</p>
    {children && <div className="space-y-1 pt-1">{children}</div>}
  </Remark>
);

const Meaning = ({ children }: { children: ReactNode }) => <p className="text-muted-foreground">{children}</p>;

function Processes({ version, instances }: { version: string; instances: readonly Instance[] }) {
  const t = useTranslations("system.processes");
  const running = instances.filter(({ silent }) => !silent);
  const upgrading = new Set(running.map((instance) => instance.version)).size > 1;
  return (
    <Section id="system-processes" title={t("title")} aside={t("version", { version })} flush>
      {upgrading && (
        <div className="border-border border-b px-4 py-3">
          <State mark="warning" says={t("upgrading")} />
        </div>
      )}
      {running.length === 0 && (
        <div className="p-4">
          <EmptySection>{t("none")}</EmptySection>
        </div>
      )}
      <ul className="divide-y divide-border text-sm">
        {instances.map((instance) => (
          <InstanceEntry key={`${instance.process} ${instance.host} ${instance.started_at}`} instance={instance} />
        ))}
      </ul>
    </Section>
  );
}

function InstanceEntry({ instance }: { instance: Instance }) {
  const { process, host, version, started_at, seen_at, silent, lacks } = instance;
  const t = useTranslations("system.processes");
  const words = useErrorWords("system.processes.lacks");
  return (
    <li className="space-y-1 px-4 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0">
          <span className="font-medium">{t(`name.${process}`)}</span>{" "}
          <span className="wrap-anywhere font-mono text-muted-foreground text-xs">{host}</span>
        </p>
        <p className="tabular-nums">{version}</p>
      </div>
      <p className="text-muted-foreground text-xs">
        {t.rich("since", { at: () => <ExactInstant at={started_at} /> })} ·{" "}
        {t.rich("seen", { at: () => <RelativeInstant at={seen_at} /> })}
      </p>
      {silent && (
        <State mark="bad" says={t("silent")}>
          <Meaning>{t("silentMeans")}</Meaning>
        </State>
      )}
      {lacks.map((name) => (
        <State key={name} mark="warning" says={words(name, { name })} />
      ))}
    </li>
  );
}

function Inbox({ inbox: { waiting, oldest_at, applied_per_second } }: Pick<SystemState, "inbox">) {
  const t = useTranslations("system.inbox");
  const format = useFormatter();
  return (
    <Section id="system-inbox" title={t("title")}>
      <State
        mark={waiting === 0 ? "good" : "open"}
        says={
          oldest_at === null
            ? t("nothing")
            : t.rich("waiting", { count: waiting, at: () => <RelativeInstant at={oldest_at} /> })
        }
      >
        {waiting > 0 && <Meaning>{t("means")}</Meaning>}
        {applied_per_second !== null && (
          <Meaning>{t("pace", { pace: format.number(applied_per_second, { maximumFractionDigits: 1 }) })}</Meaning>
        )}
      </State>
    </Section>
  );
}

function Resources({ capacity: { database_bytes, connections, disks } }: Pick<SystemState, "capacity">) {
  const t = useTranslations("system.resources");
  const locale = useLocale();
  return (
    <Section id="system-resources" title={t("title")}>
      <dl className="grid gap-x-8 gap-y-3 text-sm tabular-nums sm:grid-cols-2">
        <Fact name={t("database")}>{formatSize(database_bytes, locale)}</Fact>
        <Fact name={t("connections")}>{t("used", connections)}</Fact>
        {disks.map(({ folder, bytes, free_bytes }) => (
          <Fact key={folder} name={t(`disk.${folder}`)}>
            {t("free", { free: formatSize(free_bytes, locale), size: formatSize(bytes, locale) })}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

const STATE_MARKS = { off: "warning", ok: "good", pending: "open", overdue: "warning", failed: "bad" } as const;

function Backups({ backup, backups }: Pick<SystemState, "backup" | "backups">) {
  const t = useTranslations("system.backups");
  const locale = useLocale();
  const { state, every_hours, last_succeeded_at, last_failed_at } = backup;
  const at = state === "failed" ? last_failed_at : last_succeeded_at;
  const interval = every_hours === null ? null : formatDuration(every_hours * 3_600_000, locale);
  return (
    <Section id="system-backups" title={t("title")} aside={interval && t("interval", { interval })} flush>
      <div className="space-y-3 p-4 text-sm">
        <State
          mark={STATE_MARKS[state]}
          says={t.rich(`state.${state}`, { at: () => at && <RelativeInstant at={at} /> })}
        >
          {(state === "failed" || state === "overdue") && (
            <Meaning>
              {last_succeeded_at
                ? t.rich("lastGood", { at: () => <ExactInstant at={last_succeeded_at} /> })
                : t("noGood")}{" "}
              {state === "overdue" && t("check")}
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
      <p className="wrap-anywhere font-mono text-xs">{file}</p>
      <p className="wrap-anywhere text-muted-foreground text-xs">{details.join(" · ")}</p>
      {error !== null && <p className="text-failed text-xs">{words(error, { code: error })}</p>}
    </li>
  );
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A number of bytes in three digits: '912 byte', '1.05 GB'. */
export function formatSize(bytes: number, locale: string): string {
  const step = UNITS.findIndex((_, index) => index === UNITS.length - 1 || bytes < 999.5 * 1_000 ** index);
  const style = { style: "unit", unit: UNITS[step], unitDisplay: "short", maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale, style).format(bytes / 1_000 ** step);
}

function ErasureLog({ state }: { state: SystemState["erasure_log"] }) {
  const t = useTranslations("system.erasures");
  return (
    <Section id="system-erasures" title={t("title")}>
      <State mark={state === "kept" ? "good" : "warning"} says={t(`state.${state}`)}>
        <Meaning>{t(`means.${state}`)}</Meaning>
      </State>
    </Section>
  );
}

function Logs({ state }: { state: "protected" | "unprotected" }) {
  const t = useTranslations("system.logs");
  return (
    <Section id="system-logs" title={t("title")}>
      <State mark={state === "protected" ? "good" : "warning"} says={t(`state.${state}`)}>
        <Meaning>{t(`means.${state}`)}</Meaning>
      </State>
    </Section>
  );
}

function LastRestore({ restore }: { restore: Restore }) {
  const t = useTranslations("system.restore");
  const format = useFormatter();
  const { restored_at, taken_at, file, version, erasure_log, erased, lifted, api_key } = restore;
  const linkTo = (href: string) => (words: ReactNode) => (
    <Link href={href} className="whitespace-nowrap text-primary underline underline-offset-2">
      {words}
    </Link>
  );
  return (
    <Section id="system-restore" title={t("title")}>
      <div className="space-y-4 text-sm">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Fact name={t("restored")}>
            <ExactInstant at={restored_at} />
          </Fact>
          <Fact name={t("taken")}>
            <ExactInstant at={taken_at} />
          </Fact>
          <Fact name={t("file")}>
            <span className="wrap-anywhere font-mono text-xs">{file}</span>
          </Fact>
          <Fact name={t("version")}>{version}</Fact>
          <Fact name={t("erased")}>{erasure_log ? format.number(erased) : t("noLog")}</Fact>
          {lifted > 0 && <Fact name={t("lifted")}>{format.number(lifted)}</Fact>}
        </dl>
        <ul className="list-disc space-y-1.5 pl-4 text-muted-foreground marker:text-border">
          <li>{t("gone")}</li>
          <li>{t.rich("outage", { link: linkTo("/webhooks") })}</li>
          {!erasure_log && <li className="text-foreground">{t("noErasures")}</li>}
          <li>{t.rich(`key.${api_key}`, { link: linkTo("/keys") })}</li>
        </ul>
      </div>
    </Section>
  );
}
