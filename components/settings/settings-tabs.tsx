"use client";

import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { PageTabs } from "#components/page/page-tabs.tsx";
import type { Permission } from "#lib/contract/access/permissions.ts";

const TABS = [
  { href: "/settings", key: "files", permission: "settings.read" },
  { href: "/settings/review", key: "review", permission: "settings.read" },
  { href: "/settings/custody", key: "custody", permission: "privacy.read" },
  { href: "/settings/need-to-know", key: "needToKnow", permission: "settings.read" },
  { href: "/settings/alerts", key: "alerts", permission: "settings.read" },
  { href: "/settings/channels", key: "channels", permission: "channels.read" },
  { href: "/settings/tokens", key: "tokens", permission: "tokens.read" },
  { href: "/settings/sign-in", key: "signIn", permission: "users.manage" },
  { href: "/settings/policies", key: "policies", permission: "settings.read" },
  { href: "/settings/system", key: "system", permission: "settings.read" },
] as const satisfies { href: string; key: string; permission: Permission }[];

export function SettingsTabs() {
  const t = useTranslations("settings");
  const { may } = useCurrentUser();
  const tabs = TABS.filter(({ permission }) => may(permission)).map(({ href, key }) => ({
    href,
    name: t(`tabs.${key}`),
  }));
  return <PageTabs label={t("tabs.label")} tabs={tabs} />;
}
