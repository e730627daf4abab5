import { ScrollText } from "lucide-react";
import type { PagesOfModule } from "./module-pages.ts";

export const platform: PagesOfModule = {
  pages: [{ href: "/audit", key: "audit", group: "team", icon: ScrollText, permission: "audit.read", letter: "a" }],
};
