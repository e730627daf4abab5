import { EyeOff, Scale, ShieldCheck } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const records: PagesOfModule = {
  pages: [
    { href: "/privacy", key: "privacy", group: "team", icon: Scale, permission: "privacy.requests", letter: "q" },
    { href: "/evidence", key: "evidence", group: "team", icon: ShieldCheck, permission: "evidence.read", letter: "e" },
  ],
  settings: [
    { href: "/settings/need-to-know", of: "need-to-know", group: "protection", permission: "settings.read" },
    { href: "/settings/policies", of: "policies", group: "system", permission: "settings.read" },
  ],
  actions: [{ key: "needToKnow", href: "/settings/need-to-know", icon: EyeOff, permission: "settings.manage" }],
};
