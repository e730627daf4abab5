import type { Instant } from "#lib/contract/time.ts";

/** An invitation is for who has never had a password, a reset for who has. */
export type LinkPurpose = "invitation" | "reset";

/** A link as it is told, once, to the admin who made it. */
export type MadeLink = { url: string; purpose: LinkPurpose; expires_at: Instant };

/** `POST /api/invitations/check`: whose link it is. */
export type LinkOwner = { purpose: LinkPurpose; email: string; name: string; expires_at: Instant };
