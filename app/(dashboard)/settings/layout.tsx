import type { ReactNode } from "react";
import { SettingsNav } from "#components/edge/settings/settings-nav.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";

// The navigation of the settings names each page by its heading.
const words = (all: AllMessages) => ({
  settings: all.settings,
  "review-policy": pick(all["review-policy"], "title"),
  "custody-settings": pick(all["custody-settings"], "title"),
  "need-to-know": pick(all["need-to-know"], "title"),
  channels: pick(all.channels, "title"),
  tokens: pick(all.tokens, "title"),
  alerts: pick(all.alerts, "title"),
  policies: pick(all.policies, "title"),
  system: pick(all.system, "title"),
});

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <RouteMessages words={words}>
      <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-6">
        <SettingsNav />
        {/* The line of the header begins at the page, not in the gap. */}
        <div className="min-w-0 lg:[--page-side:0px]">{children}</div>
      </div>
    </RouteMessages>
  );
}
