import { ChartNoAxesColumn } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const insights: PagesOfModule = {
  pages: [
    {
      href: "/insights",
      key: "insights",
      group: "team",
      icon: ChartNoAxesColumn,
      permission: "insights.read",
      letter: "i",
    },
  ],
};
