import { ChartNoAxesColumn } from "lucide-react";
import type { PagesOfModule } from "./module.ts";

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
