import { FlaskConical, Settings2 } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const edge: PagesOfModule = {
  pages: [
    {
      href: "/settings",
      key: "settings",
      group: "administration",
      icon: Settings2,
      permission: "settings.read",
      letter: "s",
    },
    {
      href: "/sandbox",
      key: "sandbox",
      group: "administration",
      icon: FlaskConical,
      permission: "sandbox.play",
      letter: "x",
      sandboxOnly: true,
    },
  ],
  settings: [
    { href: "/settings", of: "settings", group: "work", permission: "settings.read" },
    { href: "/settings/system", of: "system", group: "system", permission: "settings.read" },
  ],
};
