import type { ReactNode } from "react";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages of="settings">
      <SettingsTabs />
      {children}
    </RouteMessages>
  );
}
