import type { ReactNode } from "react";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { SettingsNav } from "#components/settings/settings-nav.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages of="settings">
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-6">
        <SettingsNav />
        {/* The line of the header begins at the page, not in the gap. */}
        <div className="min-w-0 lg:[--page-side:0px]">{children}</div>
      </div>
    </RouteMessages>
  );
}
