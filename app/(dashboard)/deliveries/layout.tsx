import type { ReactNode } from "react";
import { Tabs } from "#components/deliveries/tabs.tsx";
import { RouteMessages } from "#components/page/route-messages.tsx";

export default function DeliveriesLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages of="deliveries">
      <Tabs />
      {children}
    </RouteMessages>
  );
}
