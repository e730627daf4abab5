import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageTabs } from "#components/page/page-tabs.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";

const TABS = [
  { href: "/deliveries", key: "events" },
  { href: "/deliveries/refusals", key: "refusals" },
  { href: "/deliveries/signature", key: "signature" },
  { href: "/deliveries/missing", key: "missing" },
] as const;

function Tabs() {
  const t = useTranslations("deliveries.tabs");
  return <PageTabs label={t("label")} tabs={TABS.map(({ href, key }) => ({ href, name: t(key) }))} />;
}

export default function DeliveriesLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages of="deliveries">
      <Tabs />
      {children}
    </RouteMessages>
  );
}
