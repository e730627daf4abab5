import { access } from "./access/module.ts";
import { core } from "./core/module.ts";
import { desk } from "./desk/module.ts";
import { edge } from "./edge/module.ts";
import { insights } from "./insights/module.ts";
import { platform } from "./kit/module.ts";
import type { Page, PageAction, PagesOfModule, SettingsPage } from "./kit/module-pages.ts";
import { outbound } from "./outbound/module.ts";
import { records } from "./records/module.ts";
import { statements } from "./statements/module.ts";

/** In the order of pages and actions in their lists. */
const MODULES: readonly PagesOfModule[] = [access, desk, core, statements, insights, outbound, records, platform, edge];

export const PAGES: readonly Page[] = MODULES.flatMap(({ pages = [] }) => pages);
export const PAGE_ACTIONS: readonly PageAction[] = MODULES.flatMap(({ actions = [] }) => actions);
/** In the order of their addresses. */
export const SETTINGS_PAGES: readonly SettingsPage[] = MODULES.flatMap(({ settings = [] }) => settings).toSorted(
  (a, b) => a.href.localeCompare(b.href, "en"),
);
