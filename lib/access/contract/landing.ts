import type { Role } from "#lib/platform/manifest.ts";

/** The page of a role's main work. */
const LANDING: Record<Role, string> = { compliance: "/review", support: "/people", admin: "/", auditor: "/audit" };

export const landingOf = (role: Role): string => LANDING[role];
