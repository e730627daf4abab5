import { access } from "./access.ts";
import { core } from "./core.ts";
import { desk } from "./desk.ts";
import { edge } from "./edge.ts";
import { insights } from "./insights.ts";
import type { Page, PageAction, PagesOfModule, SettingsPage } from "./module.ts";
import { outbound } from "./outbound.ts";
import { platform } from "./platform.ts";
import { records } from "./records.ts";

/** In the order of pages and actions in their lists. */
const MODULES: readonly PagesOfModule[] = [access, desk, core, insights, outbound, records, platform, edge];

export const PAGES: readonly Page[] = MODULES.flatMap(({ pages = [] }) => pages);
export const PAGE_ACTIONS: readonly PageAction[] = MODULES.flatMap(({ actions = [] }) => actions);
/** In the order of their addresses. */
export const SETTINGS_PAGES: readonly SettingsPage[] = MODULES.flatMap(({ settings = [] }) => settings).toSorted(
  (a, b) => a.href.localeCompare(b.href, "en"),
);
