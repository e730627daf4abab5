"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import type { Instance, Restore, SystemState } from "#lib/core/contract/status.ts";
import { useBackUpNow } from "./back-up-now.tsx";
import { Backups } from "./backups-section.tsx";
import { formatSize, Meaning, State } from "./system-parts.tsx";

export function SystemSection({ system }: { system: SystemState }) {
  const t = useTranslations("system");
  // The page's frame polls the status, so the list of processes stays current.
  const { data } = useQuery(statusOptions());
  const { backup, backups, erasure_log, last_restore, logs_protected } = system;
  const { may } = useCurrentUser();
  const { button, outcome } = useBackUpNow(backups);
  const isOffered = backup.state !== "off" && may("settings.manage");
  return (
    <SettingsPage width="table" title={t("title")} lede={t("lede")} actions={isOffered && button}>
      {outcome}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          {/* The target of the banner's link. */}
          <div id="system-backups" className="scroll-mt-16">
            <Backups backup={backup} backups={backups} last_restore={last_restore} />
          </div>
          {last_restore && <LastRestore restore={last_restore} />}
          <Precaution of="erasures" state={erasure_log} isTaken={erasure_log === "kept"} />
          <Precaution of="logs" state={logs_protected ? "protected" : "unprotected"} isTaken={logs_protected} />
        </div>
        <div className="min-w-0 space-y-4">
          <Processes version={system.version} instances={data?.instances ?? system.instances} />
          <Inbox inbox={data?.inbox ?? system.inbox} />
          <Resources capacity={data?.capacity ?? system.capacity} />
        </div>
      </div>
    </SettingsPage>
  );
}

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
      {running.length === 0 && <EmptySection flush>{t("none")}</EmptySection>}
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
          <span translate="no" className="wrap-anywhere font-mono text-muted-foreground text-xs">
            {host}
          </span>
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

type PrecautionProps = { of: "erasures" | "logs"; state: string; isTaken: boolean };

/** A precaution of the installation and what its state means: the log of erasures, or the protection of the logs. */
function Precaution({ of, state, isTaken }: PrecautionProps) {
  const t = useTranslations(`system.${of}` as "system.logs");
  return (
    <Section id={`system-${of}`} title={t("title")}>
      <State mark={isTaken ? "good" : "warning"} says={t(`state.${state as "protected"}`)}>
        <Meaning>{t(`means.${state as "protected"}`)}</Meaning>
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
            <span translate="no" className="wrap-anywhere font-mono text-xs">
              {file}
            </span>
          </Fact>
          <Fact name={t("version")}>{version}</Fact>
          <Fact name={t("erased")}>{erasure_log ? format.number(erased) : t("noLog")}</Fact>
          {lifted > 0 && <Fact name={t("lifted")}>{format.number(lifted)}</Fact>}
        </dl>
        <ul className="list-disc space-y-1.5 pl-4 text-muted-foreground marker:text-border">
          <li>{t("gone")}</li>
          <li>{t.rich("outage", { link: linkTo("/webhooks") })}</li>
          {!erasure_log && <li className="text-foreground">{t("noErasures")}</li>}
          <li key={api_key}>{t.rich(`key.${api_key}`, { link: linkTo("/keys") })}</li>
        </ul>
      </div>
    </Section>
  );
}
