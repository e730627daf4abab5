import {
  CircleUser,
  FileSearch,
  FlaskConical,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  UserCog,
  Users,
  Webhook,
} from "lucide-react";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/access/user.ts";

type Destination = {
  href: string;
  key:
    | "overview"
    | "verifications"
    | "people"
    | "webhooks"
    | "deliveries"
    | "keys"
    | "users"
    | "audit"
    | "sandbox"
    | "account";
  icon: LucideIcon;
  permission: Permission;
  /** Only where the service is the embedded one. */
  sandboxOnly?: true;
  /** Reached from the menu of one's own name, not from the sidebar. */
  aside?: true;
};

/** The pages of the sidebar and who sees them. Pages check the permission themselves: this only spares people dead ends. */
const DESTINATIONS: readonly Destination[] = [
  { href: "/", key: "overview", icon: LayoutDashboard, permission: "overview.read" },
  { href: "/verifications", key: "verifications", icon: FileSearch, permission: "verifications.read" },
  { href: "/people", key: "people", icon: Users, permission: "people.read" },
  { href: "/webhooks", key: "webhooks", icon: Webhook, permission: "webhooks.manage" },
  { href: "/deliveries", key: "deliveries", icon: Inbox, permission: "deliveries.manage" },
  { href: "/keys", key: "keys", icon: KeyRound, permission: "keys.manage" },
  { href: "/users", key: "users", icon: UserCog, permission: "users.manage" },
  { href: "/audit", key: "audit", icon: ScrollText, permission: "audit.read" },
  { href: "/sandbox", key: "sandbox", icon: FlaskConical, permission: "sandbox.play", sandboxOnly: true },
  { href: "/account", key: "account", icon: CircleUser, permission: "account.own", aside: true },
];

export const destinationsOf = (role: Role, sandbox: boolean): readonly Destination[] =>
  DESTINATIONS.filter(
    ({ permission, sandboxOnly, aside }) => may(role, permission) && (sandbox || !sandboxOnly) && !aside,
  );

/** The destination that a path belongs to: the longest that it starts with. */
export const destinationAt = (path: string): Destination | undefined =>
  DESTINATIONS.find(({ href }) => href !== "/" && (path === href || path.startsWith(`${href}/`))) ??
  DESTINATIONS.find(({ href }) => href === path);
