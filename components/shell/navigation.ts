import { FileSearch, LayoutDashboard, type LucideIcon } from "lucide-react";
import type { Role } from "#lib/contract/user.ts";

type Destination = { href: string; key: "overview" | "verifications"; icon: LucideIcon; roles: readonly Role[] };

/** The pages of the sidebar and who sees them. Pages check the role themselves: this only spares people dead ends. */
const DESTINATIONS: readonly Destination[] = [
  { href: "/", key: "overview", icon: LayoutDashboard, roles: ["compliance", "support", "admin"] },
  { href: "/verifications", key: "verifications", icon: FileSearch, roles: ["compliance", "support", "admin"] },
];

export const destinationsOf = (role: Role): readonly Destination[] =>
  DESTINATIONS.filter((destination) => destination.roles.includes(role));

/** The destination that a path belongs to: the longest that it starts with. */
export const destinationAt = (path: string): Destination | undefined =>
  DESTINATIONS.find(({ href }) => href !== "/" && (path === href || path.startsWith(`${href}/`))) ??
  DESTINATIONS.find(({ href }) => href === path);
