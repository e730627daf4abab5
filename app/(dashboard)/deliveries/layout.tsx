import type { ReactNode } from "react";
import { Tabs } from "#components/core/deliveries/tabs.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";

export default function DeliveriesLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages words={facts("deliveries")}>
      <Tabs />
      {children}
    </RouteMessages>
  );
}
