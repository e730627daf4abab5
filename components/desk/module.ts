import { ClipboardCheck, LayoutDashboard, Stamp } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const desk: PagesOfModule = {
  pages: [
    { href: "/", key: "overview", group: "work", icon: LayoutDashboard, permission: "overview.read", letter: "o" },
    { href: "/review", key: "review", group: "work", icon: ClipboardCheck, permission: "reviews.read", letter: "r" },
    { href: "/decisions", key: "decisions", group: "team", icon: Stamp, permission: "reviews.read", letter: "d" },
  ],
  settings: [
    { href: "/settings/custody", of: "custody-settings", group: "protection", permission: "privacy.read" },
    { href: "/settings/review", of: "review-policy", group: "work", permission: "settings.read" },
  ],
};
