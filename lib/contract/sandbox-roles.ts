import type { Role } from "./user.ts";

/** Who plays: what is played and goes wrong there is seen by everybody who works in this installation. */
export const SANDBOX_ROLES = ["admin", "compliance"] as const satisfies readonly Role[];
