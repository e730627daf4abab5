"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { PageTabs } from "#components/page/page-tabs.tsx";
import type { Permission } from "#lib/contract/access/permissions.ts";

const TABS = [
  { href: "/settings", key: "files", permission: "settings.manage" },
  { href: "/settings/review", key: "review", permission: "reviews.policy" },
  { href: "/settings/custody", key: "custody", permission: "privacy.manage" },
  { href: "/settings/alerts", key: "alerts", permission: "settings.manage" },
  { href: "/settings/channels", key: "channels", permission: "channels.manage" },
  { href: "/settings/tokens", key: "tokens", permission: "tokens.manage" },
  { href: "/settings/policies", key: "policies", permission: "settings.manage" },
  { href: "/settings/system", key: "system", permission: "settings.manage" },
] as const satisfies { href: string; key: string; permission: Permission }[];

/** The pages of the settings. A page below one of them, such as the reference of the API, belongs to it. */
export function SettingsTabs() {
  const t = useTranslations("settings");
  const { may } = useCurrentUser();
  const path = usePathname();
  const here = TABS.findLast(({ href }) => path === href || path.startsWith(`${href}/`)) ?? TABS[0];
  const tabs = TABS.filter(({ permission }) => may(permission)).map(({ href, key }) => ({
    href,
    name: t(`tabs.${key}`),
  }));
  return <PageTabs label={t("tabs.label")} here={here.href} tabs={tabs} />;
}
