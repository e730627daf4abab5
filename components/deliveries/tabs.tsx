"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageTabs } from "#components/page/page-tabs.tsx";

const TABS = [
  { href: "/deliveries", key: "events" },
  { href: "/deliveries/refusals", key: "refusals" },
  { href: "/deliveries/signature", key: "signature" },
  { href: "/deliveries/missing", key: "missing" },
] as const;

/** The parts of the page. A delivery that is open belongs to the events. */
export function Tabs() {
  const t = useTranslations("deliveries.tabs");
  const path = usePathname();
  const { href: here } = TABS.find(({ href }) => href === path) ?? TABS[0];
  return <PageTabs label={t("label")} here={here} tabs={TABS.map(({ href, key }) => ({ href, name: t(key) }))} />;
}
