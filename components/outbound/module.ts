import { BellRing, Send } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const outbound: PagesOfModule = {
  settings: [
    { href: "/settings/channels", of: "channels", group: "outside", permission: "channels.read" },
    { href: "/settings/alerts", of: "alerts", group: "system", permission: "settings.read" },
  ],
  actions: [
    { key: "openChannels", href: "/settings/channels", icon: Send, permission: "channels.manage" },
    { key: "alerts", href: "/settings/alerts", icon: BellRing, permission: "settings.manage" },
  ],
};
