import {
  FileSearch,
  FlaskConical,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Users,
  Webhook,
} from "lucide-react";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import type { Role } from "#lib/contract/user.ts";

type Destination = {
  href: string;
  key: "overview" | "verifications" | "people" | "webhooks" | "deliveries" | "keys" | "sandbox";
  icon: LucideIcon;
  roles: readonly Role[];
  /** Only where the service is the embedded one. */
  sandboxOnly?: true;
};

/** The pages of the sidebar and who sees them. Pages check the role themselves: this only spares people dead ends. */
const DESTINATIONS: readonly Destination[] = [
  { href: "/", key: "overview", icon: LayoutDashboard, roles: ["compliance", "support", "admin"] },
  { href: "/verifications", key: "verifications", icon: FileSearch, roles: ["compliance", "support", "admin"] },
  { href: "/people", key: "people", icon: Users, roles: ["compliance", "support", "admin"] },
  { href: "/webhooks", key: "webhooks", icon: Webhook, roles: ["admin"] },
  { href: "/deliveries", key: "deliveries", icon: Inbox, roles: ["admin"] },
  { href: "/keys", key: "keys", icon: KeyRound, roles: ["admin"] },
  { href: "/sandbox", key: "sandbox", icon: FlaskConical, roles: SANDBOX_ROLES, sandboxOnly: true },
];

export const destinationsOf = (role: Role, sandbox: boolean): readonly Destination[] =>
  DESTINATIONS.filter(({ roles, sandboxOnly }) => roles.includes(role) && (sandbox || !sandboxOnly));

/** The destination that a path belongs to: the longest that it starts with. */
export const destinationAt = (path: string): Destination | undefined =>
  DESTINATIONS.find(({ href }) => href !== "/" && (path === href || path.startsWith(`${href}/`))) ??
  DESTINATIONS.find(({ href }) => href === path);
