import type { Role } from "./user.ts";

/** Where each begins: with what they work with all day. */
const LANDING: Record<Role, string> = { compliance: "/review", support: "/people", admin: "/" };

/** The page that a user comes to who has asked for none. */
export const landingOf = (role: Role): string => LANDING[role];
