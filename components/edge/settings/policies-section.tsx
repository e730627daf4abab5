"use client";

import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Section } from "#components/kit/section.tsx";
import { SettingsPage } from "#components/kit/settings-page.tsx";
import { formatDuration } from "#components/kit/time.tsx";
import type { Policy, PolicyGroup, PolicySource } from "#lib/access/contract/policies.ts";
import type { Messages } from "#messages/types.ts";

export function PoliciesSection({ groups }: { groups: readonly PolicyGroup[] }) {
  const t = useTranslations("policies");
  return (
    <SettingsPage width="table" title={t("title")} lede={t("lede")}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {groups.map(({ group, policies }) => (
          <Section key={group} id={`policies-${group}`} title={t(`group.${group}`)} flush>
            <dl className="divide-y divide-border text-sm">
              {policies.map((policy) => (
                <PolicyEntry key={policy.name} policy={policy} />
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </SettingsPage>
  );
}

function PolicyEntry({ policy: { name, value, source } }: { policy: Policy }) {
  const t = useTranslations("policies.policy");
  const known = name as keyof Messages["policies"]["policy"];
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,15rem)]">
      <dt className="min-w-0">
        <span className="block font-medium">{t(`${known}.name`)}</span>
        <span className="block text-muted-foreground text-xs">{t(`${known}.about`)}</span>
      </dt>
      <dd className="min-w-0 sm:text-right">
        <Value value={value} isDefault={source.is === "variable" && source.isDefault} />
        <Source source={source} />
      </dd>
    </div>
  );
}

function Value({ value, isDefault }: Pick<Policy, "value"> & { isDefault: boolean }) {
  const t = useTranslations("policies.value");
  const format = useFormatter();
  const locale = useLocale();
  const role = useTranslations("shell.role");
  if (value.is === "addresses" && value.addresses.length > 0) {
    return (
      <ul>
        {value.addresses.map((address) => (
          <li key={address} className="wrap-anywhere font-mono text-[0.8125rem]">
            {address}
          </li>
        ))}
      </ul>
    );
  }
  const words = () => {
    if (value.is === "addresses") return t("noAddresses");
    if (value.is === "roles")
      return value.roles.length === 0 ? t("none") : format.list(value.roles.map((one) => role(one)));
    if (value.is === "word") return t(value.word);
    const { is, count } = value;
    if (is === "days") return count === 0 ? t("forever") : t("days", { count });
    if (is === "proxies") return format.number(count);
    return formatDuration(count * (is === "hours" ? 3_600_000 : 60_000), locale);
  };
  return (
    <p className="font-medium tabular-nums">
      <span>{words()}</span>
      {isDefault && <span className="font-normal text-muted-foreground text-xs"> · {t("default")}</span>}
      {value.is === "days" && value.keepsDecided !== undefined && value.count > 0 && (
        <span className="block font-normal text-xs">{t(value.keepsDecided ? "decidedKept" : "allFiles")}</span>
      )}
    </p>
  );
}

/** The variable or page that sets the policy; empty for a fixed policy. */
function Source({ source }: { source: PolicySource }) {
  const t = useTranslations("policies.source");
  const pages = useTranslations("shell.pages");
  if (source.is === "fixed") return <p className="text-muted-foreground text-xs">{t("fixed")}</p>;
  if (source.is === "page") {
    return (
      <p className="text-xs">
        <Link href={source.href} className="text-primary underline-offset-2 hover:underline">
          {t("page", { page: pages("users") })}
        </Link>
      </p>
    );
  }
  return (
    <p className="text-muted-foreground text-xs">
      <code translate="no" className="wrap-anywhere font-mono">
        {source.variable}
      </code>
    </p>
  );
}
