import type { LucideIcon } from "lucide-react";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import type { Messages, NamespaceWith } from "#messages/types.ts";

/** The pages of a module. Each page checks its permission itself: here it only hides links that would be refused. */
export type PagesOfModule = {
  pages?: readonly Page[];
  settings?: readonly SettingsPage[];
  actions?: readonly PageAction[];
};

/** A page of the sidebar, of the palette and of the keys after `g`. */
export type Page = {
  href: string;
  /** Message key of its name: `shell.pages.{key}`. */
  key: keyof Messages["shell"]["pages"];
  group: "work" | "team" | "connection" | "administration";
  icon: LucideIcon;
  permission: Permission;
  /** Opens the page after `g`. */
  letter: string;
  /** Shown only with the embedded sandbox. */
  sandboxOnly?: true;
};

/** A page of the settings; `of` is its namespace, whose heading is its name here too. */
export type SettingsPage = {
  href: string;
  of: NamespaceWith<"title">;
  group: keyof Messages["settings"]["groups"];
  permission: Permission;
};

/** An action of the palette that starts on a page; its name is `shell.palette.do.{key}`. */
export type PageAction = {
  key: Exclude<keyof Messages["shell"]["palette"]["do"], "takeNext">;
  href: string;
  icon: LucideIcon;
  permission: Permission;
};
