"use client";

import { useTranslations } from "next-intl";
import { PageTabs } from "#components/kit/page-tabs.tsx";

const TABS = [
  { href: "/deliveries", key: "events" },
  { href: "/deliveries/refusals", key: "refusals" },
  { href: "/deliveries/signature", key: "signature" },
  { href: "/deliveries/missing", key: "missing" },
] as const;

export function Tabs() {
  const t = useTranslations("deliveries.tabs");
  return <PageTabs label={t("label")} tabs={TABS.map(({ href, key }) => ({ href, name: t(key) }))} />;
}
