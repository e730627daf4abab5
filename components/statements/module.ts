import { CalendarPlus } from "lucide-react";
import type { PagesOfModule } from "#components/kit/module-pages.ts";

export const statements: PagesOfModule = {
  actions: [{ key: "importDates", href: "/imports/statements", icon: CalendarPlus, permission: "statements.write" }],
};
